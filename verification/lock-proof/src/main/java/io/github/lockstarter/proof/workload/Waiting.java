package io.github.lockstarter.proof.workload;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.proof.workload.LockUnderTest.RefusedException;

/**
 * Waits for futures that should never take long, and says so if they do.
 */
final class Waiting {

	// Longer than the check of waits allows: the check judges, this only ends.
	private static final long MORE_MILLIS = 4_000;

	private Waiting() {
	}

	static <T> T await(CompletableFuture<T> future, LockRequest asked) {
		return await(future, asked.waitTime().orElseThrow().toMillis());
	}

	/**
	 * Waits for a future that has to be complete after some time.
	 * @throws RefusedException if it is not, or failed by anything but an exception of
	 * the locks
	 */
	static <T> T await(CompletableFuture<T> future, long millis) {
		try {
			return future.get(millis + MORE_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof LockException known) {
				throw known;
			}
			throw new RefusedException((ex.getCause() instanceof RejectedExecutionException) ? "REJECTED"
					: ex.getCause().getClass().getSimpleName(), ex);
		}
		catch (CancellationException ex) {
			throw new RefusedException("CANCELLED", ex);
		}
		catch (TimeoutException ex) {
			future.cancel(true);
			throw new RefusedException("NO_ANSWER", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RefusedException("INTERRUPTED", ex);
		}
	}

}
