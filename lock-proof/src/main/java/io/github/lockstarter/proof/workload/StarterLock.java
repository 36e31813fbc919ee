package io.github.lockstarter.proof.workload;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockClock;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.RedisClients;

/**
 * The starter's lock.
 */
final class StarterLock implements LockUnderTest {

	private static final String KEY_PREFIX = "lock";

	private final LockTemplate template;

	StarterLock(String host, int port, Timing timing, LockClock clock, HistoryWriter history) {
		LockSettings settings = new LockSettings(Duration.ofSeconds(3), Duration.ofMillis(timing.leaseMillis()), null,
				Duration.ofMillis(timing.commandTimeoutMillis()), Duration.ofMillis(timing.handOffMillis()), false,
				Duration.ofMillis(timing.pollMillis()), Duration.ofMillis(timing.retentionMillis()), 16,
				Duration.ofMillis(50), Duration.ZERO);
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port),
				LettuceClientConfiguration.defaultConfiguration());
		LettuceLockStore store = new LettuceLockStore(new RedisClients(factory, settings.commandTimeout()), settings,
				KEY_PREFIX, "proof", clock);
		this.template = new LockTemplate(new RecordingStore(store, history, KEY_PREFIX, store::cutoff), settings, clock,
				List.of());
		this.template.start();
	}

	@Override
	public @Nullable Held acquire(Request request) {
		LockRequest asked = LockRequest.of(request.lock())
			.waitTime(Duration.ofMillis(request.waitMillis()))
			.minHold(Duration.ofMillis(request.minHoldMillis()))
			.fair(request.fair());
		if (request.leaseMillis() > 0) {
			asked = asked.leaseTime(Duration.ofMillis(request.leaseMillis()));
		}
		try {
			return this.template.tryAcquire(asked).map(StarterHeld::new).orElse(null);
		}
		catch (LockUnavailableException ex) {
			throw new RefusedException("UNAVAILABLE", ex);
		}
		catch (LockInterruptedException ex) {
			throw new RefusedException("INTERRUPTED", ex);
		}
		catch (LockException ex) {
			throw new RefusedException(ex.getClass().getSimpleName(), ex);
		}
	}

	@Override
	public void close() {
		this.template.stop();
	}

	/**
	 * Holds a lease.
	 */
	private record StarterHeld(Lease lease) implements Held {

		@Override
		public long token() {
			return this.lease.fencingToken();
		}

		@Override
		public long remainingNanos() {
			return this.lease.remaining().toNanos();
		}

		@Override
		public boolean close() {
			try {
				this.lease.close();
				return true;
			}
			catch (LockLostException ex) {
				return false;
			}
		}

	}

}
