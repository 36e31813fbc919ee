package io.github.lockstarter.core;

/**
 * Keeps account of the holds of this instance.
 */
interface HoldKeeper<H> {

	void moved(H hold, HoldKey before);

	// All leases are closed; the lock may not be handed over yet.
	void removed(H hold);

	// The hold is lost or its lock is handed over: a stop need not wait for it.
	void over();

}
