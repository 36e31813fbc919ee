package io.github.lockstarter.core;

/**
 * Who waits in the queue of this JVM. Called by whoever has the lock before it.
 */
interface LocalWaiter {

	/**
	 * Wakes whoever drives this caller. Safe to call from anywhere.
	 */
	void wake();

	/**
	 * Whether its lease will be renewed: what is left of a lease of ordinary length is
	 * enough for it.
	 */
	boolean isRenewed();

	/**
	 * Creates its question to the store, not asked yet.
	 */
	StoreAttempt newAttempt();

}
