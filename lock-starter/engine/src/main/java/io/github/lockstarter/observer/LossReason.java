package io.github.lockstarter.observer;

/**
 * Why a lock was lost.
 */
public enum LossReason {

	/**
	 * Its fixed lease has expired.
	 */
	FIXED_LEASE,

	/**
	 * It was not renewed in time: a paused process, or an unreachable store.
	 */
	NOT_RENEWED,

	/**
	 * {@code distributed-lock.max-hold} was reached.
	 */
	MAX_HOLD,

	/**
	 * The wall clock of this machine was set forward, or the machine slept.
	 */
	CLOCK,

	/**
	 * The store has granted it to another caller, or it was taken away.
	 */
	TAKEN,

	/**
	 * The locks of this application were stopped and started again.
	 */
	RESTARTED,

	/**
	 * The application has dropped every lease without closing it: the lock is not renewed
	 * any more, and is free when its lease expires.
	 */
	ABANDONED

}
