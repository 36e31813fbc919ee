package io.github.lockstarter.proof.workload;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's locks: plain, fair and fenced, with the watchdog for renewed leases, its
 * time that of our lease. The rest is as it comes.
 */
final class RedissonLocks implements LockUnderTest {

	private final RedissonClient client;

	private final String kind;

	RedissonLocks(String kind, String address, Timing timing) {
		Config config = new Config();
		config.setLockWatchdogTimeout(timing.leaseMillis());
		config.useSingleServer().setAddress(address);
		this.client = Redisson.create(config);
		this.kind = kind;
	}

	@Override
	public @Nullable Held acquire(Request request) {
		long lease = (request.leaseMillis() > 0) ? request.leaseMillis() : -1;
		try {
			if (this.kind.equals("redisson-fenced")) {
				RFencedLock lock = this.client.getFencedLock(request.lock());
				Long token = lock.tryLockAndGetToken(request.waitMillis(), lease, TimeUnit.MILLISECONDS);
				return (token != null) ? new RedissonHeld(lock, token, Belief.of(lease)) : null;
			}
			RLock lock = this.kind.equals("redisson-fair") ? this.client.getFairLock(request.lock())
					: this.client.getLock(request.lock());
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
		this.client.shutdown();
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
