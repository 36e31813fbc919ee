package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

/**
 * Counts the failovers that make two holders. In every other one the replica hears
 * nothing while the lock is asked for, then its master dies and it is promoted: the worst
 * that asynchronous replication can do.
 */
final class FailoverFigures {

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(30))
			.setCommandTimeout(Duration.ofMillis(400))
			.getHandOff()
			.setConfirm(true));

	private FailoverFigures() {
	}

	/**
	 * Lets masters die, one after the other.
	 * @param servers starts a master and its replica
	 * @param failovers how often
	 * @param minReplicas how many replicas have to confirm a grant
	 * @return how many of the failovers made two holders
	 */
	static int overlaps(Supplier<Servers> servers, int failovers, int minReplicas) {
		int overlaps = 0;
		for (int i = 0; i < failovers; i++) {
			try (Servers started = servers.get()) {
				overlaps += overlaps(started, minReplicas, i % 2 == 0);
			}
		}
		return overlaps;
	}

	private static int overlaps(Servers servers, int minReplicas, boolean cut) {
		RedisSettings redis = new RedisSettings(Duration.ZERO, minReplicas, Duration.ofMillis(200));
		Overlaps overlaps = new Overlaps();
		try (LockInstance first = instance(servers, redis); LockInstance second = instance(servers, redis)) {
			LockRequest request = LockRequest.of(servers.lock());
			if (cut) {
				servers.replica().pause();
				// else it would find in its socket what was sent meanwhile
				servers.master().cli("CLIENT", "KILL", "TYPE", "replica");
			}
			enter(first, request.waitTime(Duration.ofSeconds(2)), overlaps);
			servers.master().kill();
			servers.replica().resume();
			servers.awaitPromotion();
			enter(second, request.waitTime(Duration.ofSeconds(5)), overlaps);
			return overlaps.count();
		}
	}

	private static LockInstance instance(Servers servers, RedisSettings redis) {
		return LockInstance.on(servers.factory(), SETTINGS, redis, new SystemLockClock());
	}

	private static void enter(LockInstance instance, LockRequest request, Overlaps overlaps) {
		Lease lease = lease(instance, request);
		if (lease != null) {
			// and stays
			overlaps.entered(lease);
		}
	}

	private static @Nullable Lease lease(LockInstance instance, LockRequest request) {
		try {
			return instance.locks().tryAcquire(request).orElse(null);
		}
		catch (LockUnavailableException ex) {
			return null;
		}
	}

	/**
	 * A master, its replica, and somebody who promotes it.
	 */
	interface Servers extends AutoCloseable {

		TestRedis master();

		TestRedis replica();

		/**
		 * A lock that the master keeps.
		 */
		String lock();

		LettuceConnectionFactory factory();

		/**
		 * Returns when the replica is the master, and clients are told so.
		 */
		void awaitPromotion();

		@Override
		void close();

	}

}
