package io.github.lockstarter.proof.workload;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.proof.workload.LockUnderTest.Held;
import io.github.lockstarter.reactive.ReactiveLease;
import io.github.lockstarter.reactive.ReactiveLockOperations;

/**
 * The reactive face, for a caller that waits for it.
 */
final class ReactiveLocks {

	private final ReactiveLockOperations locks;

	ReactiveLocks(ReactiveLockOperations locks) {
		this.locks = locks;
	}

	@Nullable Held lease(LockRequest asked, List<String> names) {
		ReactiveLease lease = Waiting.await(this.locks.tryAcquire(asked).toFuture(), asked);
		return (lease != null)
				? new HeldLeases(lease.asLease(), names, () -> Waiting.await(lease.close().toFuture(), 0)) : null;
	}

	@Nullable Held publisher(LockRequest asked, List<String> names) {
		return DistantWork.begin(asked, names,
				(work) -> this.locks.execute(asked, (lease) -> Mono.fromFuture(work.apply(lease.asLease())))
					.toFuture());
	}

}
