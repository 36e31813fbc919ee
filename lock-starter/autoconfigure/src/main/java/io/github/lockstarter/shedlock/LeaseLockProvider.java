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
import io.github.lockstarter.runtime.ReleaseDeferral;

/**
 * A ShedLock lock provider on distributed locks named {@code shedlock:<name>}, for
 * applications that keep {@code @SchedulerLock}. {@code lockAtMostFor} is a fixed lease,
 * which is not renewed, and {@code lockAtLeastFor} a minimum hold; those of an extension
 * count from the extension and replace the earlier ones, but never shorten the lease. It
 * tries once and does not wait. Each lock has its own owner, so a second lock of the same
 * name is refused on the same thread, too. Throws {@code LockUnavailableException} if the
 * store cannot be asked.
 */
public final class LeaseLockProvider implements ExtensibleLockProvider {

	private static final String PREFIX = "shedlock:";

	private final AsyncLockOperations operations;

	private final ReleaseDeferral deferral;

	/**
	 * Creates the provider. Its locks are released when they are unlocked.
	 * @param operations where its locks are acquired
	 */
	public LeaseLockProvider(AsyncLockOperations operations) {
		this(operations, ReleaseDeferral.NONE);
	}

	/**
	 * Creates the provider.
	 * @param operations where its locks are acquired
	 * @param deferral what the calling thread may have open that a release awaits
	 */
	public LeaseLockProvider(AsyncLockOperations operations, ReleaseDeferral deferral) {
		this.operations = operations;
		this.deferral = deferral;
	}

	@Override
	public Optional<SimpleLock> lock(LockConfiguration lockConfiguration) {
		return join(this.operations.tryAcquire(request(lockConfiguration).noWait()))
			.map((lease) -> new LeaseSimpleLock(lockConfiguration, this, lease));
	}

	// Reenters the lock with other times from now on, then closes the first lease without
	// its minimum hold. Empty if the lock is not held any more.
	Optional<AsyncLease> extend(AsyncLease lease, LockConfiguration configuration) {
		if (!lease.isHeld()) {
			return Optional.empty();
		}
		try {
			AsyncLease extended = join(this.operations.within(lease).acquire(request(configuration)));
			join(lease.releaseNow());
			if (extended.isHeld()) {
				return Optional.of(extended);
			}
			join(extended.release());
			return Optional.empty();
		}
		catch (LockException ex) {
			if (lease.isHeld()) {
				throw ex;
			}
			return Optional.empty();
		}
	}

	private static LockRequest request(LockConfiguration configuration) {
		return LockRequest.of(PREFIX + configuration.getName())
			.leaseTime(configuration.getLockAtMostFor())
			.minHold(configuration.getLockAtLeastFor());
	}

	/**
	 * Releases the lock, or leaves that to the end of an open transaction. That one
	 * commits even if the lock has ended by then: no lock of ShedLock reports its loss.
	 */
	void unlock(AsyncLease lease) {
		if (this.deferral.isWanted() && lease.isHeld()) {
			this.deferral.defer(new LaterUnlock(lease));
		}
		else {
			join(lease.release());
		}
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

	private record LaterUnlock(AsyncLease lease) implements ReleaseDeferral.Deferred {

		@Override
		public void ensureHeld() {
			// no lock of ShedLock reports its loss
		}

		@Override
		public void end(boolean succeeded) {
			join(this.lease.release()); // lockAtLeastFor counts after a failure, too
		}

	}

}
