package io.github.lockstarter;

/**
 * What the holder of a lock waits for when it releases the lock.
 */
public enum ReleaseMode {

	/**
	 * The answer of the store, for at most one command timeout. Afterwards the lock is
	 * free for all callers, and a loss that only the store knew of is thrown.
	 */
	CONFIRMED,

	/**
	 * Nothing: the holder continues as soon as the command is written to the connection,
	 * or queued until there is a connection again, which saves a round trip. The command
	 * is repeated in the background until it is answered; an application that stops waits
	 * for that.
	 *
	 * <p>
	 * The price: while the command is on its way, a caller on another instance that does
	 * not wait may be refused. And a loss that only the store knew of, such as a forced
	 * release or lost data, is not thrown: the listeners of the lease are notified after
	 * its close, the observers are notified, and it is logged. A loss by the local
	 * deadline is still thrown.
	 */
	SENT

}
