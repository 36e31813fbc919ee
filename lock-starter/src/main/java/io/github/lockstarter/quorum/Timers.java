package io.github.lockstarter.quorum;

/**
 * Runs what is due later.
 */
interface Timers {

	/**
	 * Runs a task after a while, unless it is stopped before.
	 */
	void later(Runnable task, long millis);

	/**
	 * Runs nothing more.
	 */
	void stop();

}
