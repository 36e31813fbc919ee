package io.github.lockstarter.redis;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Very many waiting callers, which only virtual threads can be. Compiled for Java 17,
 * which has none: they are made by reflection.
 */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "Java has virtual threads from 21 on")
@Timeout(300)
class VirtualThreadsFromJdk21IntegrationTests extends TwoServersOnOwnRedis {

	private static final int THREADS = 10_000;

	private static final Duration LONG = Duration.ofSeconds(100);

	// No lease ends by itself while a test looks whether anything is left.
	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(LONG.multipliedBy(4)).setCommandTimeout(LONG.dividedBy(2)));

	// Some of the keys without an end, and of the locks that have an owner or a waiter.
	private static final String LEFTOVERS = """
			local left = {}
			for _, key in ipairs(redis.call('KEYS', '*')) do
			  local lock = redis.call('TYPE', key).ok == 'hash'
			  if redis.call('PTTL', key) < 0 or lock and (redis.call('HEXISTS', key, 'x') + redis.call('HEXISTS', key, 'h') > 0) then
			    table.insert(left, key)
			    if #left == 10 then return left end
			  end
			end
			return left""";

	// Guarded by the lock, and by nothing else.
	private int counter;

	VirtualThreadsFromJdk21IntegrationTests() {
		super(SETTINGS, SETTINGS);
	}

	@Test
	void tenThousandWaitersOfOneLockGetItOneAfterTheOther() throws Exception {
		LockRequest request = LockRequest.of("one").waitTime(LONG);
		Lease ahead = this.first.locks().acquire(request);
		List<Thread> waiters = new ArrayList<>();
		CompletableFuture<Void> done = start(waiters, (number) -> {
			LockInstance server = (number % 2 == 0) ? this.first : this.second;
			try (Lease lease = server.locks().acquire(request)) {
				int seen = this.counter;
				Thread.yield();
				this.counter = seen + 1;
			}
		});
		Awaitility.await()
			.atMost(LONG)
			.until(() -> waiters.stream().allMatch((waiter) -> waiter.getState() == Thread.State.TIMED_WAITING));
		assertThat(this.counter).isZero();
		ahead.close();
		done.get(LONG.toSeconds(), TimeUnit.SECONDS);
		assertThat(this.counter).isEqualTo(THREADS);
		assertNothingIsLeft();
	}

	@Test
	void tenThousandLocksAreHeldAtOnce() throws Exception {
		CountDownLatch held = new CountDownLatch(THREADS);
		start(new ArrayList<>(), (number) -> {
			try (Lease lease = this.first.locks().acquire(LockRequest.of("many:" + number).waitTime(LONG))) {
				held.countDown();
				held.await();
				lease.ensureHeld();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}).get(LONG.toSeconds(), TimeUnit.SECONDS);
		assertThat(held.getCount()).isZero();
		assertThat(Integer.parseInt((String) this.redis.cli("DBSIZE"))).isGreaterThanOrEqualTo(THREADS);
		assertNothingIsLeft();
	}

	/**
	 * A release that took longer than a command timeout may still be on its way.
	 */
	private void assertNothingIsLeft() {
		Awaitility.await()
			.atMost(LONG)
			// each look keeps Redis from the releases, on a busy machine for a second
			.pollDelay(Duration.ofMillis(100))
			.pollInterval(Duration.ofSeconds(3))
			.untilAsserted(() -> assertThat((List<?>) this.redis.cli("EVAL", LEFTOVERS, "0")).isEmpty());
	}

	/**
	 * Starts the virtual threads.
	 * @return completes when all have ended, or the first has failed
	 */
	private static CompletableFuture<Void> start(List<Thread> threads, IntConsumer work) throws Exception {
		Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
		CompletableFuture<Void> done = new CompletableFuture<>();
		CountDownLatch running = new CountDownLatch(THREADS);
		for (int number = 0; number < THREADS; number++) {
			int mine = number;
			Runnable task = () -> {
				try {
					work.accept(mine);
					running.countDown();
					if (running.getCount() == 0) {
						done.complete(null);
					}
				}
				catch (Throwable ex) {
					done.completeExceptionally(ex);
				}
			};
			threads.add((Thread) start.invoke(null, task));
		}
		return done;
	}

}
