package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

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
	void untilAnswered(Supplier<CompletionStage<Grant>> command, long millis) {
		send(command, this.clock.nanoTime() + millis * 1_000_000, FIRST_PAUSE_MILLIS);
	}

	/**
	 * Sends it again, after one attempt that had no answer.
	 * @param command the command, safe to repeat
	 * @param millis for how long
	 */
	void repeatUntilAnswered(Supplier<CompletionStage<Grant>> command, long millis) {
		repeat(command, this.clock.nanoTime() + millis * 1_000_000, FIRST_PAUSE_MILLIS);
	}

	/**
	 * Runs a task after a while, unless the engine stops before.
	 */
	void later(Runnable task, long pauseMillis) {
		try {
			this.threads.schedule(task, pauseMillis);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Stopped: the lease ends by itself", ex);
		}
	}

	private void send(Supplier<CompletionStage<Grant>> command, long end, long pause) {
		command.get().whenComplete((grant, failure) -> {
			if (failure != null && StoreException.of(failure).getOutcome() != StoreException.Outcome.REJECTED) {
				logger.debug("Command in the background has no answer yet", failure);
				repeat(command, end, pause);
			}
		});
	}

	private void repeat(Supplier<CompletionStage<Grant>> command, long end, long pause) {
		if (this.clock.nanoTime() - end >= 0) {
			return;
		}
		later(() -> send(command, end, Math.min(2 * pause, LONGEST_PAUSE_MILLIS)), pause);
	}

}
