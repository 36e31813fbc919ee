package io.github.lockstarter.observer;

/**
 * Why a caller did not get a lock.
 */
public enum Refusal {

	/**
	 * Another caller held it for the whole wait.
	 */
	HELD_BY_ANOTHER,

	/**
	 * The store could not be asked.
	 */
	UNAVAILABLE,

	/**
	 * The caller gave up: its thread was interrupted, or its future or subscription was
	 * cancelled.
	 */
	CANCELLED,

	/**
	 * This instance is shutting down.
	 */
	SHUT_DOWN

}
