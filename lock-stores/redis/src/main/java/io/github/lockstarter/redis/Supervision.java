package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.runtime.TimeLimit;

/**
 * What supervises the connections of an instance: one scheduler thread, which must not
 * block, timeouts, and the label of the instance (null where the application names its
 * connections).
 */
record Supervision(ScheduledExecutorService scheduler, long timeoutMillis, long startMillis, @Nullable String instance,
		LockRuntime runtime) {

	static Supervision start(LockSettings settings, @Nullable String instance, LockRuntime runtime) {
		return new Supervision(runtime.scheduler(ThreadKind.CONNECTIONS), settings.commandTimeout().toMillis(),
				settings.startTimeout().toMillis(), instance, runtime);
	}

	// For CLIENT LIST. Redis refuses spaces.
	@Nullable String connectionName(String purpose) {
		return (this.instance != null) ? "distributed-lock:" + purpose + ":" + this.instance.replaceAll("[^!-~]", "-")
				: null;
	}

	void awaitFirst(CompletableFuture<Void> tried) {
		// an interrupted thread waits too
		this.runtime.awaitUninterruptibly(tried, TimeUnit.MILLISECONDS.toNanos(this.startMillis));
	}

	<T> CompletableFuture<T> within(CompletionStage<T> answer) {
		return TimeLimit.within(answer, this.scheduler, this.timeoutMillis);
	}

	// Waits, because an attempt to connect that has just begun would find its event loop
	// gone and log an error at every stop during an outage.
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
