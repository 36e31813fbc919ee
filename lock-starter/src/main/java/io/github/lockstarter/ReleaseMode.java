package io.github.lockstarter;

/**
 * For what the holder of a lock waits when it gives the lock back.
 */
public enum ReleaseMode {

	/**
	 * For the answer of the store, one command timeout at most. Afterwards the lock is
	 * free for everybody, and a loss that only the store knew of is thrown.
	 */
	CONFIRMED,

	/**
	 * For nothing: the holder goes on when the command is written to the connection, or
	 * is to be written when there is one again. One round trip less. The answer is
	 * watched, and the command repeated, in the background; an application that stops
	 * waits for that.
	 *
	 * <p>
	 * What it costs: while the command is on its way, a caller of another server that
	 * does not wait may be refused. And a loss that only the store knew of, such as a
	 * forced release or lost data, is not thrown: it is told to the listeners of the
	 * lease, after its close, to the observers and in the log. A loss by the local
	 * deadline is thrown as ever.
	 */
	SENT

}
