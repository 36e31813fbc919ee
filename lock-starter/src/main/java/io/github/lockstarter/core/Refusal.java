package io.github.lockstarter.core;

/**
 * Why a caller did not get a lock.
 */
public enum Refusal {

	/**
	 * Another held it for the whole wait.
	 */
	HELD_BY_ANOTHER,

	/**
	 * The store could not say who holds it.
	 */
	UNAVAILABLE,

	/**
	 * The waiting thread was interrupted.
	 */
	INTERRUPTED,

	/**
	 * This instance is shutting down.
	 */
	SHUT_DOWN

}
