package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Readers, and callers with permits, of two servers.
 */
class SharedLockIntegrationTests extends TwoServersOnSharedRedis {

	private final LockRequest write = LockRequest.of(this.name).waitTime(Duration.ofSeconds(60));

	private final LockRequest read = this.write.mode(LockMode.READ);

	private final LockRequest permit = this.write.permits(3);

	@Test
	void readersOfTwoServersReadTogetherAndAWriterIsRefused() {
		Lease one = first.locks().acquire(this.read);
		try (Lease two = second.locks().acquire(this.read)) {
			assertThat(one.fencingToken()).isEqualTo(two.fencingToken());
			one.close();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> first.locks().acquire(this.write.noWait()));
		}
		try (Lease writes = second.locks().acquire(this.write)) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> first.locks().acquire(this.read.noWait()))
				.withMessageContaining("held for writing");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> first.locks().acquire(this.permit.noWait()))
				.withMessageContaining("no permit of 3 was free, or it was held exclusively");
			assertThat(writes.fencingToken()).isGreaterThan(one.fencingToken());
		}
	}

	@Test
	void writerWaitsForReadersOfBothServersAndComesBeforeLaterOnes() throws Exception {
		Lease one = first.locks().acquire(this.read);
		Lease two = second.locks().acquire(this.read);
		CompletableFuture<Lease> writer = acquire(second.locks(), this.write);
		awaitWaiters(1);
		CompletableFuture<Lease> late = acquire(first.locks(), this.read.fair(true));
		awaitWaiters(2);
		one.close();
		assertThat(writer).isNotDone();
		two.close();
		Lease wrote = writer.get(120, TimeUnit.SECONDS);
		assertThat(wrote.fencingToken()).isGreaterThan(one.fencingToken());
		assertThat(late).isNotDone();
		wrote.close();
		Lease read = late.get(120, TimeUnit.SECONDS);
		assertThat(read.fencingToken()).isGreaterThan(wrote.fencingToken());
		read.close();
		assertThat(isFree()).isTrue();
	}

	@Test
	void upgradeIsRefusedAtOnceAndTheReaderGoesOn() {
		try (Lease outer = first.locks().acquire(this.read)) {
			assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> first.locks().acquire(this.write))
				.withMessageContaining(this.name)
				.withMessageContaining("for reading")
				.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo(this.name));
			assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> first.locks().acquire(this.permit));
			try (Lease inner = first.locks().acquire(this.read)) {
				assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
			}
			assertThat(outer.isHeld()).isTrue();
		}
		assertThat(isFree()).isTrue();
		try (Lease permitted = first.locks().acquire(this.permit)) {
			assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> first.locks().acquire(this.write))
				.withMessageContaining("with a permit of 3");
			assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> first.locks().acquire(this.read));
			assertThat(permitted.isHeld()).isTrue();
		}
	}

	@Test
	void readerInsideAWriterKeepsTheLockForItAlone() {
		Lease writes = first.locks().acquire(this.write);
		Lease reads = first.locks().acquire(this.read);
		writes.close();
		assertThat(second.locks().tryAcquire(this.read.noWait())).as("no gap, and no downgrade").isEmpty();
		reads.close();
		assertThat(second.locks().tryAcquire(this.read.noWait())).hasValueSatisfying(Lease::close);
	}

	@Test
	void writerInsideAReaderInsideAWriterEntersTheLockOfTheOuterOne() {
		Lease outer = first.locks().acquire(this.write);
		Lease reads = first.locks().acquire(this.read);
		Lease writes = first.locks().acquire(this.write);
		Lease inner = first.locks().acquire(this.read);
		assertThat(List.of(reads, writes, inner)).extracting(Lease::fencingToken).containsOnly(outer.fencingToken());
		outer.close();
		writes.close();
		try (Lease again = first.locks().acquire(this.write)) {
			assertThat(again.fencingToken()).as("readers that have it alone").isEqualTo(outer.fencingToken());
		}
		reads.close();
		assertThat(second.locks().tryAcquire(this.read.noWait())).isEmpty();
		inner.close();
		assertThat(isFree()).isTrue();
	}

	@Test
	void eachServerGoesByTheLimitOfItsOwnRequest() throws Exception {
		LockRequest two = this.write.permits(2).noWait();
		LockRequest three = this.write.permits(3).noWait();
		Lease one = acquire(first.locks(), two).get(120, TimeUnit.SECONDS);
		Lease another = acquire(second.locks(), three).get(120, TimeUnit.SECONDS);
		assertThat(acquire(first.locks(), two)).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withMessageContaining("no permit of 2 was free");
		Lease third = acquire(second.locks(), three).get(120, TimeUnit.SECONDS);
		assertThat(acquire(second.locks(), three)).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withMessageContaining("no permit of 3 was free");
		one.close();
		assertThat(acquire(first.locks(), two)).as("two are inside").failsWithin(Duration.ofSeconds(120));
		another.close();
		acquire(first.locks(), two).get(120, TimeUnit.SECONDS).close();
		third.close();
		assertThat(isFree()).isTrue();
	}

	@Test
	void neverMoreThanThePermitsAndWritersAlone() throws Exception {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		AtomicInteger writers = new AtomicInteger();
		Set<Long> tokens = ConcurrentHashMap.newKeySet();
		AtomicInteger permits = new AtomicInteger();
		race((locks, turn) -> {
			if (turn % 10 == 0) {
				locks.executeWithoutResult(this.write, (lease) -> {
					assertThat(writers.incrementAndGet()).isEqualTo(1);
					assertThat(inside).hasValue(0);
					writers.decrementAndGet();
				});
			}
			else {
				locks.executeWithoutResult(this.permit, (lease) -> {
					assertThat(writers).hasValue(0);
					most.accumulateAndGet(inside.incrementAndGet(), Math::max);
					tokens.add(lease.fencingToken());
					permits.incrementAndGet();
					Thread.yield();
					inside.decrementAndGet();
				});
			}
		});
		assertThat(most.get()).isBetween(1, 3);
		assertThat(tokens).as("one each").hasSize(permits.get());
		assertThat(isFree()).isTrue();
	}

	@Test
	void readersNeverMeetAWriter() throws Exception {
		AtomicInteger readers = new AtomicInteger();
		AtomicInteger writers = new AtomicInteger();
		AtomicInteger together = new AtomicInteger();
		race((locks, turn) -> {
			if (turn % 7 == 0) {
				locks.executeWithoutResult(this.write, (lease) -> {
					assertThat(writers.incrementAndGet()).isEqualTo(1);
					assertThat(readers).hasValue(0);
					writers.decrementAndGet();
				});
			}
			else {
				locks.executeWithoutResult(this.read, (lease) -> {
					together.accumulateAndGet(readers.incrementAndGet(), Math::max);
					assertThat(writers).hasValue(0);
					Thread.yield();
					assertThat(writers).hasValue(0);
					readers.decrementAndGet();
				});
			}
		});
		assertThat(together.get()).isGreaterThan(1);
		assertThat(isFree()).isTrue();
	}

	@Test
	void permitOfAServerThatStopsIsFreeAgain() {
		try (LockInstance third = LockInstance.on(TestRedis.shared())) {
			LockRequest two = LockRequest.of(this.name).permits(2).leaseTime(Duration.ofMillis(300));
			Lease left = third.locks().acquire(two);
			Lease other = first.locks().acquire(LockRequest.of(this.name).permits(2));
			try (Lease next = second.locks().acquire(this.write.permits(2))) {
				assertThat(next.isHeld()).isTrue();
				assertThat(other.isHeld()).isTrue();
			}
			other.close();
			left.release();
		}
	}

	private static CompletableFuture<Lease> acquire(LockTemplate locks, LockRequest request) {
		return CompletableFuture.supplyAsync(() -> locks.acquire(request), (task) -> new Thread(task).start());
	}

	private static void race(Work work) throws Exception {
		List<CompletableFuture<?>> all = new ArrayList<>();
		CountDownLatch start = new CountDownLatch(1);
		for (int i = 0; i < 10; i++) {
			LockTemplate locks = (i % 2 == 0) ? first.locks() : second.locks();
			int thread = i;
			all.add(CompletableFuture.runAsync(() -> {
				try {
					start.await();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
				for (int n = 0; n < 60; n++) {
					work.run(locks, thread + n);
				}
			}, (task) -> new Thread(task).start()));
		}
		start.countDown();
		CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(240, TimeUnit.SECONDS);
	}

	private interface Work {

		void run(LockTemplate locks, int turn);

	}

}
