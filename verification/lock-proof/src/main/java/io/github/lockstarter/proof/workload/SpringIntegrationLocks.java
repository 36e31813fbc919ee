package io.github.lockstarter.proof.workload;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.DistributedLock;

import io.github.lockstarter.peer.RegistryLocks;

/**
 * Spring Integration's lock registry, waiting by messages, with renewal; the expiry time
 * is that of our lease.
 */
final class SpringIntegrationLocks implements LockUnderTest {

	private final RegistryLocks locks;

	private final long leaseMillis;

	SpringIntegrationLocks(String host, int port, Timing timing) {
		this.leaseMillis = timing.leaseMillis();
		this.locks = RegistryLocks.open(host, port, Duration.ofMillis(this.leaseMillis), RedisLockType.PUB_SUB_LOCK,
				true);
	}

	@Override
	public @Nullable Held acquire(Request request) {
		DistributedLock lock = this.locks.lock(request.lock());
		Duration wait = Duration.ofMillis(request.waitMillis());
		try {
			// A lease of one's own is renewed as well: it can only be chosen as its
			// length.
			boolean acquired = (request.leaseMillis() > 0)
					? lock.tryLock(wait, Duration.ofMillis(request.leaseMillis()))
					: lock.tryLock(wait, Duration.ofMillis(this.leaseMillis));
			return acquired ? new RegistryHeld(lock, Belief.of(0)) : null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RefusedException("INTERRUPTED", ex);
		}
		catch (RuntimeException ex) {
			throw new RefusedException(ex.getClass().getSimpleName(), ex);
		}
	}

	@Override
	public void close() {
		this.locks.close();
	}

	/**
	 * Holds a lock that says nothing about its end.
	 */
	private record RegistryHeld(DistributedLock lock, Belief belief) implements Single {

		@Override
		public long token() {
			return 0;
		}

		@Override
		public long remainingNanos() {
			return this.belief.remainingNanos();
		}

		@Override
		public boolean close() {
			try {
				this.lock.unlock();
				return true;
			}
			catch (RuntimeException ex) {
				return false;
			}
		}

	}

}
