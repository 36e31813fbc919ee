package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;

/**
 * What supervises the connections of an instance.
 *
 * @param scheduler the one thread of it, which must not be blocked
 * @param timeoutMillis how long to wait for one answer
 * @param startMillis how long to wait for the first connection
 * @param instance who the instance is, for people; null where the application names its
 * connections itself
 */
record Supervision(ScheduledExecutorService scheduler, long timeoutMillis, long startMillis,
		@Nullable String instance) {

	/**
	 * Creates the thread.
	 * @param settings how long to wait
	 * @param instance who the instance is, for people; null where the application names
	 * its connections itself
	 */
	static Supervision start(LockSettings settings, @Nullable String instance) {
		return new Supervision(Executors.newSingleThreadScheduledExecutor((task) -> {
			Thread thread = new Thread(task, "distributed-lock-connections");
			thread.setDaemon(true);
			return thread;
		}), settings.commandTimeout().toMillis(), settings.startTimeout().toMillis(), instance);
	}

	/**
	 * What Redis calls a connection, for people who read {@code CLIENT LIST}.
	 * @param purpose what the connection is for
	 * @return a name without a space, which Redis refuses; null for none of ours
	 */
	@Nullable String connectionName(String purpose) {
		return (this.instance != null) ? "distributed-lock:" + purpose + ":" + this.instance.replaceAll("[^!-~]", "-")
				: null;
	}

	/**
	 * Waits for the first connection.
	 * @param tried completes when it stands or has failed
	 */
	void awaitFirst(CompletableFuture<Void> tried) {
		// an interrupted thread waits too
		tried.copy().completeOnTimeout(null, this.startMillis, TimeUnit.MILLISECONDS).join();
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
