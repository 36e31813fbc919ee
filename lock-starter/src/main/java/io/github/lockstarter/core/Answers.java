package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for an answer of the store where the caller has to have it, interrupted or not.
 */
final class Answers {

	private Answers() {
	}

	/**
	 * Waits for the answer. The interrupt flag of the thread does not end the wait and is
	 * kept.
	 * @throws StoreException if there is none in time
	 */
	static Grant await(CompletionStage<Grant> stage, long timeoutNanos, LockClock clock) {
		CompletableFuture<Grant> answer = stage.toCompletableFuture();
		long end = clock.nanoTime() + timeoutNanos;
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return answer.get(end - clock.nanoTime(), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		catch (TimeoutException ex) {
			throw new StoreException(StoreException.Outcome.UNKNOWN,
					"Redis did not answer within " + timeoutNanos / 1_000_000 + "ms", ex);
		}
		catch (ExecutionException ex) {
			throw StoreException.of((ex.getCause() != null) ? ex.getCause() : ex);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
