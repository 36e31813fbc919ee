package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis without persistence that restarts under load, while somebody holds the lock.
 */
// Redis restarts under load, and leases end in real time
@Tag("slow")
@Timeout(120)
class RestartUnderLoadIntegrationTests {

	private static final int RESTARTS = 2;

	private static final int THREADS = 4;

	private static final LockRequest REQUEST = LockRequest.of("restarted under load").waitTime(Duration.ofSeconds(60));

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(3)));

	private final Overlaps overlaps = new Overlaps();

	private final AtomicBoolean stopped = new AtomicBoolean();

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private TestRedis redis;

	@BeforeEach
	void start() {
		this.redis = TestRedis.start();
	}

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@Test
	void withTheDelayNobodyEntersBeforeTheOthersLeaseHasEnded() throws Exception {
		restart(new RedisSettings(Duration.ofSeconds(4), 0, Duration.ofMillis(200)));
		assertThat(this.overlaps.count()).isZero();
	}

	/**
	 * What becomes of it is not demanded: only that everybody goes on.
	 */
	@Test
	void withoutTheDelayTwoMayBeInside(TestReporter reporter) throws Exception {
		restart(RedisSettings.DEFAULTS);
		reporter.publishEntry("overlaps after " + RESTARTS + " restarts", Integer.toString(this.overlaps.count()));
	}

	private void restart(RedisSettings settings) throws Exception {
		List<Thread> threads = new ArrayList<>();
		try (LockInstance first = instance(settings);
				LockInstance second = instance(settings);
				LockInstance third = instance(settings)) {
			for (int i = 0; i < THREADS; i++) {
				threads.add(start((i % 2 == 0) ? first : second));
			}
			for (int i = 0; i < RESTARTS; i++) {
				CompletableFuture<Void> lost = new CompletableFuture<>();
				Lease lease = first.locks().acquire(REQUEST).onLost(() -> lost.complete(null));
				this.overlaps.entered(lease);
				this.redis.restart();
				while (!lost.isDone()) {
					// somebody who does not wait, and so does not pause between two
					// questions
					enter(third, REQUEST.noWait());
				}
				this.overlaps.leave(lease);
			}
			this.stopped.set(true);
			for (Thread thread : threads) {
				thread.join(TimeUnit.SECONDS.toMillis(60));
				assertThat(thread.isAlive()).isFalse();
			}
		}
		assertThat(this.failures).isEmpty();
		assertThat(this.overlaps.entries()).isGreaterThan(RESTARTS);
	}

	private Thread start(LockInstance instance) {
		Thread thread = new Thread(() -> {
			try {
				while (!this.stopped.get()) {
					enter(instance, REQUEST);
				}
			}
			catch (Throwable ex) {
				this.failures.add(ex);
			}
		});
		thread.start();
		return thread;
	}

	private void enter(LockInstance instance, LockRequest request) {
		try {
			instance.locks().tryAcquire(request).ifPresent((lease) -> {
				this.overlaps.entered(lease);
				this.overlaps.leave(lease);
			});
		}
		catch (LockUnavailableException ex) {
			// it cannot be asked now, or its wait is over
		}
	}

	private LockInstance instance(RedisSettings settings) {
		return LockInstance.on(new LettuceConnectionFactory(this.redis.host(), this.redis.port()), SETTINGS, settings,
				new SystemLockClock());
	}

}
