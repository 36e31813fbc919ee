package io.github.lockstarter.redis;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What supervises the connections of an instance.
 *
 * @param scheduler the one thread of it, which must not be blocked
 * @param timeoutMillis how long to wait for one answer
 */
record Supervision(ScheduledExecutorService scheduler, long timeoutMillis) {

	/**
	 * Creates the thread.
	 * @param timeoutMillis how long to wait for one answer
	 */
	static Supervision start(long timeoutMillis) {
		return new Supervision(Executors.newSingleThreadScheduledExecutor((task) -> {
			Thread thread = new Thread(task, "distributed-lock-connections");
			thread.setDaemon(true);
			return thread;
		}), timeoutMillis);
	}

	/**
	 * Ends the thread. An attempt to connect that has just begun, and then finds that its
	 * event loop is gone, would be an error in the log of every stop during an outage.
	 */
	void stop() {
		this.scheduler.shutdownNow();
		try {
			this.scheduler.awaitTermination(1, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
