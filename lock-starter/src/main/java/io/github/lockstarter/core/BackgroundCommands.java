package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * Commands whose answer nobody waits for any more, repeated until they are answered or
 * until what they would undo has ended by itself. The first attempt goes out on the
 * caller's thread, so that it keeps its place among the caller's commands.
 */
final class BackgroundCommands {

	// From one network round trip to what a restarting Redis needs.
	private static final long FIRST_PAUSE_MILLIS = 20;

	private static final long LONGEST_PAUSE_MILLIS = 500;

	private static final Log logger = LogFactory.getLog(BackgroundCommands.class);

	private final EngineThreads threads;

	private final LockClock clock;

	BackgroundCommands(EngineThreads threads, LockClock clock) {
		this.threads = threads;
		this.clock = clock;
	}

	/**
	 * Sends a command until it is answered.
	 * @param command the command, safe to repeat
	 * @param millis for how long
	 */
	void untilAnswered(Supplier<CompletionStage<StoreReply>> command, long millis) {
		send(repeated(command, millis), FIRST_PAUSE_MILLIS);
	}

	/**
	 * Sends it again, after one attempt that had no answer.
	 * @param command the command, safe to repeat
	 * @param millis for how long
	 */
	void repeatUntilAnswered(Supplier<CompletionStage<StoreReply>> command, long millis) {
		repeat(repeated(command, millis), FIRST_PAUSE_MILLIS);
	}

	private Repeated repeated(Supplier<CompletionStage<StoreReply>> command, long millis) {
		return new Repeated(command, this.clock.nanoTime() + Millis.toNanos(millis), this.threads.timers());
	}

	/**
	 * Runs a task after a while, unless the engine stops before.
	 */
	void later(Runnable task, long pauseMillis) {
		schedule(this.threads.timers(), task, pauseMillis);
	}

	private void send(Repeated repeated, long pause) {
		answer(repeated.command()).whenComplete((reply, failure) -> {
			if (failure != null && StoreException.of(failure).getOutcome() != StoreException.Outcome.REJECTED) {
				logger.debug("Command in the background has no answer yet", failure);
				repeat(repeated, pause);
			}
		});
	}

	private static CompletionStage<StoreReply> answer(Supplier<CompletionStage<StoreReply>> command) {
		try {
			return command.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	private void repeat(Repeated repeated, long pause) {
		if (this.clock.nanoTime() - repeated.end() < 0) {
			schedule(repeated.timers(), () -> send(repeated, Math.min(2 * pause, LONGEST_PAUSE_MILLIS)), pause);
		}
	}

	private static void schedule(@Nullable ScheduledExecutorService timers, Runnable task, long pauseMillis) {
		try {
			if (timers != null) {
				timers.schedule(task, pauseMillis, TimeUnit.MILLISECONDS);
			}
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Stopped: the lease ends by itself", ex);
		}
	}

	/**
	 * A command with its end, and the timers of the start of the engine that it belongs
	 * to: it ends with them.
	 */
	private record Repeated(Supplier<CompletionStage<StoreReply>> command, long end,
			@Nullable ScheduledExecutorService timers) {

	}

}
