package io.github.lockstarter.core;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * Commands that no caller waits for, repeated until they are answered or until what they
 * would undo has expired; the first one is sent on the calling thread, which keeps it in
 * order with the caller's other commands.
 */
final class BackgroundCommands {

	private static final Logger logger = LoggerFactory.getLogger(BackgroundCommands.class);

	private final EngineThreads threads;

	private final LockClock clock;

	private final BackOff backOff;

	// In the order in which they were added: iteration order must be reproducible.
	private final Set<CompletableFuture<Void>> repeating = Collections.synchronizedSet(new LinkedHashSet<>());

	BackgroundCommands(EngineThreads threads, LockClock clock, BackOff backOff) {
		this.threads = threads;
		this.clock = clock;
		this.backOff = backOff;
	}

	CompletionStage<Void> untilAnswered(Supplier<CompletionStage<StoreReply>> command, long millis) {
		Repeated repeated = repeated(command, millis);
		send(repeated, 0);
		return repeated.done();
	}

	CompletionStage<Void> repeatUntilAnswered(Supplier<CompletionStage<StoreReply>> command, long millis) {
		Repeated repeated = repeated(command, millis);
		repeat(repeated, 0);
		return repeated.done();
	}

	private Repeated repeated(Supplier<CompletionStage<StoreReply>> command, long millis) {
		return new Repeated(command, this.clock.nanoTime() + Millis.toNanos(millis), this.threads.timers(),
				new CompletableFuture<>());
	}

	void stopped() {
		List.copyOf(this.repeating).forEach((done) -> done.complete(null));
	}

	void later(Runnable task, long pauseMillis) {
		schedule(this.threads.timers(), task, Millis.toNanos(pauseMillis));
	}

	private void send(Repeated repeated, int failures) {
		repeated.command().get().whenComplete((reply, failure) -> {
			if (failure != null && StoreException.of(failure).getOutcome() != StoreException.Outcome.REJECTED) {
				logger.debug("Background command has no answer yet", failure);
				repeat(repeated, failures);
			}
			else {
				repeated.done().complete(null);
			}
		});
	}

	private void repeat(Repeated repeated, int failures) {
		CompletableFuture<Void> done = repeated.done();
		if (this.repeating.add(done)) {
			done.whenComplete((nothing, failure) -> this.repeating.remove(done));
		}
		boolean goesOn = this.clock.nanoTime() - repeated.end() < 0
				&& schedule(repeated.timers(), () -> send(repeated, failures + 1), this.backOff.nanos(failures));
		if (!goesOn) {
			done.complete(null);
		}
	}

	private static boolean schedule(@Nullable ScheduledExecutorService timers, Runnable task, long pauseNanos) {
		try {
			if (timers != null) {
				timers.schedule(task, pauseNanos, TimeUnit.NANOSECONDS);
				return true;
			}
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The engine has stopped: the lease expires by itself", ex);
		}
		return false;
	}

	// The timers are those of one start of the engine: the repetition ends with them.
	private record Repeated(Supplier<CompletionStage<StoreReply>> command, long end,
			@Nullable ScheduledExecutorService timers, CompletableFuture<Void> done) {

	}

}
