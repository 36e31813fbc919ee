package io.github.lockstarter.shedlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;

/**
 * A lock provider of ShedLock on distributed locks named {@code shedlock:<name>}: for
 * applications that keep {@code @SchedulerLock}. {@code lockAtMostFor} is a fixed lease,
 * which is not renewed, and {@code lockAtLeastFor} a minimum hold. Asks once and does not
 * wait. Each lock is an owner of its own, so that a second one is refused to the same
 * thread too. Throws {@code LockUnavailableException} if Redis cannot be asked.
 */
public final class LeaseLockProvider implements ExtensibleLockProvider {

	private static final String PREFIX = "shedlock:";

	private final AsyncLockOperations operations;

	/**
	 * Creates the provider.
	 * @param operations where its locks are acquired
	 */
	public LeaseLockProvider(AsyncLockOperations operations) {
		this.operations = operations;
	}

	@Override
	public Optional<SimpleLock> lock(LockConfiguration lockConfiguration) {
		return join(this.operations.tryAcquire(request(lockConfiguration).noWait()))
			.map((lease) -> new LeaseSimpleLock(lockConfiguration, this, lease));
	}

	/**
	 * Makes the lease longer.
	 * @return whether it was held until now
	 */
	boolean extend(AsyncLease lease, LockConfiguration configuration) {
		if (!lease.isHeld()) {
			return false;
		}
		try {
			// a lease inside another never makes it shorter, and leaves its length behind
			AsyncLease longer = join(this.operations.within(lease).acquire(request(configuration)));
			join(longer.release());
			return lease.isHeld();
		}
		catch (LockException ex) {
			if (lease.isHeld()) {
				throw ex;
			}
			return false;
		}
	}

	private static LockRequest request(LockConfiguration configuration) {
		return LockRequest.of(PREFIX + configuration.getName())
			.leaseTime(configuration.getLockAtMostFor())
			.minHold(configuration.getLockAtLeastFor());
	}

	static <T extends @Nullable Object> T join(CompletableFuture<T> future) {
		try {
			return future.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw ex;
		}
	}

}
