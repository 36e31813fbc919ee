package io.github.lockstarter.quorum;

/**
 * Runs tasks later.
 */
interface Timers {

	void later(Runnable task, long millis);

	void stop();

}
