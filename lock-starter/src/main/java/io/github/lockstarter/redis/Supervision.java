package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.runtime.TimeLimit;

/**
 * What supervises the connections of an instance.
 *
 * @param scheduler the one thread of it, which must not be blocked
 * @param timeoutMillis how long to wait for one answer
 * @param startMillis how long to wait for the first connection
 * @param instance who the instance is, for people; null where the application names its
 * connections itself
 * @param runtime time, threads and chance
 */
record Supervision(ScheduledExecutorService scheduler, long timeoutMillis, long startMillis, @Nullable String instance,
		LockRuntime runtime) {

	/**
	 * Creates the thread.
	 * @param settings how long to wait
	 * @param instance who the instance is, for people; null where the application names
	 * its connections itself
	 * @param runtime makes the thread
	 */
	static Supervision start(LockSettings settings, @Nullable String instance, LockRuntime runtime) {
		return new Supervision(runtime.scheduler(ThreadKind.CONNECTIONS), settings.commandTimeout().toMillis(),
				settings.startTimeout().toMillis(), instance, runtime);
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
		this.runtime.awaitUninterruptibly(tried, TimeUnit.MILLISECONDS.toNanos(this.startMillis));
	}

	/**
	 * An answer, if it comes in time.
	 * @return the answer or its failure; a {@link TimeoutException} when the time is over
	 */
	<T> CompletableFuture<T> within(CompletionStage<T> answer) {
		return TimeLimit.within(answer, this.scheduler, this.timeoutMillis);
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
