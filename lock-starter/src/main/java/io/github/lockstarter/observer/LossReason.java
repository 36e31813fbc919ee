package io.github.lockstarter.observer;

/**
 * Why a lock that was held is not held any more.
 */
public enum LossReason {

	/**
	 * Its fixed lease time was over.
	 */
	FIXED_LEASE,

	/**
	 * It could not be renewed in time: a paused process, or a store out of reach.
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
	 * The store had given it to another, or it was taken away.
	 */
	TAKEN,

	/**
	 * The locks of this application were stopped and started again meanwhile.
	 */
	RESTARTED,

	/**
	 * Its user has dropped every lease without closing it: it is not renewed any more,
	 * and free when its lease ends.
	 */
	ABANDONED

}
