package io.github.lockstarter.proof.workload;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.proof.workload.LockUnderTest.Held;

/**
 * Work that begins where a face runs it, with its lease, and ends when a caller elsewhere
 * gives that lease back.
 */
final class DistantWork implements Function<Lease, CompletableFuture<String>> {

	private final List<String> names;

	private final CompletableFuture<Held> begun = new CompletableFuture<>();

	private final CompletableFuture<String> work = new CompletableFuture<>();

	private volatile @Nullable CompletableFuture<String> result;

	private DistantWork(List<String> names) {
		this.names = names;
	}

	/**
	 * Waits for the begin of the work.
	 * @param execute lets the face do the work
	 * @return the lease, or {@code null} if another held the lock
	 */
	static @Nullable Held begin(LockRequest asked, List<String> names,
			Function<Function<Lease, CompletableFuture<String>>, CompletableFuture<String>> execute) {
		DistantWork work = new DistantWork(names);
		CompletableFuture<String> executed = execute.apply(work);
		work.result = executed;
		executed.whenComplete((value, failure) -> work.begun
			.completeExceptionally((failure != null) ? failure : new IllegalStateException("The work did not run")));
		boolean held = false;
		try {
			Held lease = Waiting.await(work.begun, asked);
			held = true;
			return lease;
		}
		catch (LockNotAcquiredException ex) {
			return null;
		}
		finally {
			if (!held) {
				work.work.complete("too late");
				executed.cancel(true);
			}
		}
	}

	@Override
	public CompletableFuture<String> apply(Lease lease) {
		this.begun.complete(new HeldLeases(lease, this.names, this::end));
		return this.work;
	}

	private void end() {
		this.work.complete("done");
		CompletableFuture<String> told = this.result;
		if (told != null) {
			Waiting.await(told, 0);
		}
	}

}
