package io.github.lockstarter.proof.workload;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.proof.workload.LockUnderTest.Held;

/**
 * The face with futures, for a caller that waits for them.
 */
final class FutureLocks {

	private final AsyncLockOperations locks;

	FutureLocks(AsyncLockOperations locks) {
		this.locks = locks;
	}

	@Nullable Held lease(LockRequest asked, List<String> names) {
		return Waiting.await(this.locks.tryAcquire(asked), asked)
			.map((lease) -> new HeldLeases(lease.asLease(), names, () -> Waiting.await(lease.close(), 0)))
			.orElse(null);
	}

	@Nullable Held stage(LockRequest asked, List<String> names) {
		return DistantWork.begin(asked, names,
				(work) -> this.locks.execute(asked, (lease) -> work.apply(lease.asLease())));
	}

}
