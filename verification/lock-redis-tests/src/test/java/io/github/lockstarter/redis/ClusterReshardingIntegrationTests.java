package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Slots that move under load, with the locks in them. Each moves once: with Redis 7.0 a
 * slot that goes back to a node where it was is sometimes lost, and its keys with it. The
 * node that gives it away may hear an old message of the new owner, in which it does not
 * claim the slot yet, and notes that nobody does. The note survives, so that after the
 * next move any old claim counts, whatever its epoch.
 */
// slots move under load
@Tag("slow")
@Timeout(120)
class ClusterReshardingIntegrationTests {

	// So many, or for so long: beside other load a move takes longer.
	private static final int MOVES = 60;

	private static final Duration LONGEST = Duration.ofSeconds(10);

	private static final int THREADS = 8;

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(3)));

	private final TestRedisCluster cluster = SharedCluster.get();

	private final List<Contended> locks = IntStream.rangeClosed(0, MOVES)
		.mapToObj((number) -> new Contended("resharded:" + number))
		.toList();

	private final AtomicInteger moved = new AtomicInteger();

	private final AtomicBoolean stopped = new AtomicBoolean();

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	@Test
	void slotsMoveUnderLoadWithoutOverlapInversionOrLoss() throws Exception {
		List<Thread> threads = new ArrayList<>();
		try (LockInstance first = SharedCluster.instance(this.cluster, SETTINGS);
				LockInstance second = SharedCluster.instance(this.cluster, SETTINGS)) {
			CompletableFuture<Void> lost = new CompletableFuture<>();
			Lease whole = first.locks().acquire("resharded:held").onLost(() -> lost.complete(null));
			for (int i = 0; i < THREADS; i++) {
				threads.add(start(first, i % 2));
				threads.add(start(second, i % 2));
			}
			move("resharded:held");
			for (long begun = System.nanoTime(); this.moved.get() < MOVES
					&& System.nanoTime() - begun < LONGEST.toNanos(); this.moved.incrementAndGet()) {
				Contended lock = this.locks.get(this.moved.get());
				move(lock.name);
				int holds = lock.holds.get();
				Awaitility.await().until(() -> lock.holds.get() > holds || !this.failures.isEmpty());
			}
			this.stopped.set(true);
			for (Thread thread : threads) {
				thread.join(TimeUnit.SECONDS.toMillis(60));
				assertThat(thread.isAlive()).isFalse();
			}
			assertThat(this.failures).isEmpty();
			assertThat(lost).isNotDone();
			assertThat(whole.isHeld()).isTrue();
			whole.close();
		}
	}

	private void move(String name) {
		int slot = SharedCluster.slot(name);
		this.cluster.moveSlot(slot, SharedCluster.another(this.cluster, slot));
	}

	/**
	 * Somebody who uses the lock that is being moved, or the one that is moved next.
	 */
	private Thread start(LockInstance instance, int ahead) {
		Thread thread = new Thread(() -> {
			try {
				while (!this.stopped.get()) {
					this.locks.get(Math.min(this.moved.get() + ahead, MOVES)).enter(instance);
				}
			}
			catch (Throwable ex) {
				this.failures.add(ex);
			}
		});
		thread.start();
		return thread;
	}

	/**
	 * A lock with a counter of those inside.
	 */
	private static final class Contended {

		private final String name;

		private final AtomicInteger inside = new AtomicInteger();

		private final AtomicLong lastToken = new AtomicLong();

		private final AtomicInteger holds = new AtomicInteger();

		Contended(String name) {
			this.name = name;
		}

		private void enter(LockInstance instance) {
			try (Lease lease = instance.locks().acquire(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1)))) {
				assertThat(this.inside.incrementAndGet()).as("callers inside").isEqualTo(1);
				assertThat(this.lastToken.getAndSet(lease.fencingToken())).as("tokens grow")
					.isLessThan(lease.fencingToken());
				this.holds.incrementAndGet();
				assertThat(lease.isHeld()).isTrue();
				this.inside.decrementAndGet();
			}
		}

	}

}
