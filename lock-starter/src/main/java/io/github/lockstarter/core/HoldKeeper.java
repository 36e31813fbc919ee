package io.github.lockstarter.core;

/**
 * Who keeps account of the holds of this instance.
 */
interface HoldKeeper {

	/**
	 * A hold has got another key.
	 * @param before its key until now
	 */
	void moved(Hold hold, HoldKey before);

	/**
	 * No lease is open any more, but the lock may not be given on yet.
	 */
	void removed(Hold hold);

	/**
	 * A hold is lost, or its lock is given on: nobody has to wait for it any more.
	 */
	void over();

	/**
	 * A hold has to be looked at, at that time on the monotonic clock.
	 */
	void wakeAt(long nanos);

}
