package io.github.lockstarter.proof.history;

/**
 * Where the history of one process is written.
 */
@FunctionalInterface
public interface HistoryLog {

	/**
	 * Writes one line.
	 * @param kind the kind of event, a letter of {@link HistoryReader}
	 * @param nanos when
	 * @param words what, none with a space in it
	 */
	void write(char kind, long nanos, Object... words);

}
