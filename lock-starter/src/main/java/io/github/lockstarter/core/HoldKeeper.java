package io.github.lockstarter.core;

/**
 * Keeps account of the holds of this instance.
 *
 * @param <H> what it keeps account of
 */
interface HoldKeeper<H> {

	/**
	 * A hold has got another key.
	 * @param before its key until now
	 */
	void moved(H hold, HoldKey before);

	/**
	 * No lease is open any more, but the lock may not be given on yet.
	 */
	void removed(H hold);

	/**
	 * A hold is lost, or its lock is given on: nothing has to wait for it any more.
	 */
	void over();

}
