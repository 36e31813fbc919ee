package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.Future;

/**
 * Threads of the locks that serve callers which have no thread waiting. An application
 * that keeps its own threads busy, or blocks one of these, delays no caller with it.
 */
public interface CallerThreads {

	/**
	 * Tells a caller what became of its call, on a thread for that alone. Who is told may
	 * block: others are told on other threads.
	 * @param news completes what the caller waits for
	 */
	void tell(Runnable news);

	/**
	 * Gives work to an executor of the application that may wait before it takes it.
	 * @param submission gives the work to the executor
	 */
	void submit(Runnable submission);

	/**
	 * Does something short after a pause, also when the locks have been stopped. Nothing
	 * of the application may run there.
	 * @param task what to do
	 * @param pause how long to wait
	 * @return to cancel it
	 */
	Future<?> later(Runnable task, Duration pause);

}
