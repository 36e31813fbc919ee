package io.github.lockstarter.proof.workload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;

import io.github.lockstarter.peer.RedissonKind;
import io.github.lockstarter.peer.RedissonLocks;

/**
 * Redisson's locks: plain, fair and fenced, with the watchdog for renewed leases, its
 * time that of our lease. The rest is as it comes.
 */
final class RedissonUnderTest implements LockUnderTest {

	private final RedissonLocks locks;

	private final RedissonKind kind;

	RedissonUnderTest(RedissonKind kind, String address, Timing timing) {
		this.locks = RedissonLocks.open(Duration.ofMillis(timing.leaseMillis()), List.of(address));
		this.kind = kind;
	}

	@Override
	public @Nullable Held acquire(Request request) {
		long lease = (request.leaseMillis() > 0) ? request.leaseMillis() : -1;
		try {
			if (this.kind == RedissonKind.FENCED) {
				RFencedLock lock = this.locks.fencedLock(request.lock());
				Long token = lock.tryLockAndGetToken(request.waitMillis(), lease, TimeUnit.MILLISECONDS);
				return (token != null) ? new RedissonHeld(lock, token, Belief.of(lease)) : null;
			}
			RLock lock = this.locks.lock(this.kind, request.lock());
			return lock.tryLock(request.waitMillis(), lease, TimeUnit.MILLISECONDS)
					? new RedissonHeld(lock, 0, Belief.of(lease)) : null;
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
	private record RedissonHeld(RLock lock, long token, Belief belief) implements Single {

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
