package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.Future;

/**
 * Threads for callers that do not block a thread of their own. A caller that blocks one
 * of these threads, or an executor that is busy, delays no other caller.
 */
public interface CallerThreads {

	/**
	 * Reports the result of a call, on a thread of its own that may be blocked.
	 * @param news completes what the caller waits for
	 */
	void tell(Runnable news);

	/**
	 * Hands work to an executor of the application, which may block before it accepts it.
	 * @param submission hands the work to the executor
	 */
	void submit(Runnable submission);

	/**
	 * Runs a short task after a pause, even if the locks have been stopped. The task must
	 * not run code of the application.
	 * @param task the task
	 * @param pause how long to wait
	 * @return to cancel the task
	 */
	Future<?> later(Runnable task, Duration pause);

}
