package io.github.lockstarter.simulation.client;

/**
 * The connections of one instance, and what may happen to them.
 */
public interface Connections {

	/**
	 * The connection for commands breaks.
	 */
	void cutCommands();

	/**
	 * Nothing arrives any more on the connection for commands, and nobody is told.
	 */
	void swallow();

	/**
	 * The connection for messages breaks.
	 * @param noticed whether the server notices
	 */
	void cutMessages(boolean noticed);

	/**
	 * The server has gone, or the process has: no connection is left.
	 */
	void lost();

	/**
	 * No new connection comes about for a while.
	 * @param nanos how long
	 */
	void refuse(long nanos);

}
