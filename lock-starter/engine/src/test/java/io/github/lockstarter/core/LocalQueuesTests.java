package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.observer.Refusal;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The queue of the callers of one JVM.
 */
@Timeout(120)
class LocalQueuesTests {

	private final Bench bench = new Bench();

	private final LocalQueues queues = new LocalQueues();

	@Test
	void turnsComeInTheOrderOfTheirArrival() {
		List<LocalPlace> turns = List.of(join(), join(), join(), join());
		for (LocalPlace turn : turns) {
			assertThat(turn.isCurrent()).isTrue();
			assertThat(this.queues.current("name")).isSameAs(turn);
			assertThat(turns.subList(turns.indexOf(turn) + 1, turns.size())).noneMatch(LocalPlace::isCurrent);
			this.queues.pass(turn);
		}
		assertThat(this.queues.current("name")).isNull();
	}

	@Test
	void namesDoNotWaitForEachOther() {
		join();
		assertThat(Bench.join(this.queues, "other", waiter()).isCurrent()).isTrue();
	}

	@Test
	void whoJoinsAnEmptyQueueLooksAndIsNotWoken() {
		AtomicInteger wakes = new AtomicInteger();
		LeaseTerms terms = this.bench.renewed();
		LocalPlace first = Bench.join(this.queues, "name", this.bench.contender("name", terms, wakes::incrementAndGet));
		LocalPlace next = Bench.join(this.queues, "name", this.bench.contender("name", terms, wakes::incrementAndGet));
		assertThat(first.isCurrent()).isTrue();
		assertThat(wakes).hasValue(0);
		this.queues.pass(first);
		assertThat(next.isCurrent()).isTrue();
		assertThat(wakes).hasValue(1);
	}

	@Test
	void abandonedTurnIsLeftOut() {
		LocalPlace first = join();
		LocalPlace second = join();
		LocalPlace third = join();
		assertThat(this.queues.abandon(second)).isTrue();
		assertThat(this.queues.abandon(second)).isFalse();
		this.queues.pass(first);
		assertThat(second.isCurrent()).isFalse();
		assertThat(third.isCurrent()).isTrue();
	}

	@Test
	void currentTurnCannotBeAbandoned() {
		LocalPlace first = join();
		LocalPlace second = join();
		assertThat(this.queues.abandon(first)).isFalse();
		this.queues.pass(first);
		assertThat(this.queues.abandon(second)).isFalse();
	}

	@Test
	void turnThatWasAdvancedToCannotBeAbandonedThoughItHasNotBegun() {
		LocalPlace first = join();
		LocalPlace second = join();
		assertThat(this.queues.advance(first)).isSameAs(second);
		assertThat(second.isCurrent()).isFalse();
		assertThat(this.queues.abandon(second)).isFalse();
		assertThat(this.queues.current("name")).isSameAs(second);
	}

	@Test
	void turnWithNobodyBehindGoesOn() {
		LocalPlace only = join();
		assertThat(this.queues.advance(only)).isNull();
		assertThat(this.queues.current("name")).isSameAs(only);
		assertThat(join().isCurrent()).isFalse();
	}

	@Test
	void turnEndsOnce() {
		LocalPlace first = join();
		LocalPlace second = join();
		LocalPlace third = join();
		this.queues.pass(first);
		this.queues.pass(first);
		assertThat(this.queues.advance(first)).isNull();
		assertThat(third.isCurrent()).isFalse();
		this.queues.pass(second);
		assertThat(third.isCurrent()).isTrue();
	}

	@Test
	void whoDoesNotWaitTakesATurnOnlyOfAnEmptyQueue() {
		LocalPlace place = place();
		assertThat(this.queues.joinIfEmpty(place)).isTrue();
		assertThat(place.isCurrent()).isTrue();
		LocalPlace beside = place();
		assertThat(this.queues.joinIfEmpty(beside)).isFalse();
		assertThat(beside.isCurrent()).isFalse();
		this.queues.pass(place);
		assertThat(beside.isCurrent()).isFalse();
		assertThat(this.queues.joinIfEmpty(place())).isTrue();
	}

	@Test
	void abandonedTurnsLeaveNoMemory() {
		join();
		List<WeakReference<LocalPlace>> abandoned = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			LocalPlace turn = join();
			this.queues.abandon(turn);
			abandoned.add(new WeakReference<>(turn));
		}
		for (int i = 0; i < 200 && !abandoned.stream().allMatch((turn) -> turn.refersTo(null)); i++) {
			System.gc();
		}
		assertThat(abandoned).allMatch((turn) -> turn.refersTo(null));
	}

	@Test
	void everybodyIsWoken() {
		ManualClock clock = this.bench.clock();
		WaitingCaller<AttemptOutcome.Failed> first = WaitingCaller.start(clock,
				() -> this.bench.await("name").result().failure());
		WaitingCaller<AttemptOutcome.Failed> second = WaitingCaller.start(clock,
				() -> this.bench.await("name").result().failure());
		first.waits();
		second.waits();
		assertThat(this.bench.store().verbs()).containsExactly("ACQUIRE");
		this.bench.engine().stop();
		assertThat(first.result().reason()).isEqualTo(Refusal.SHUT_DOWN);
		assertThat(second.result().reason()).isEqualTo(Refusal.SHUT_DOWN);
		assertThat(this.bench.engine().queues().current("name")).isNull();
	}

	@Test
	void turnsOfManyThreadsNeverOverlapAndNoneIsForgotten() throws Exception {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger overlaps = new AtomicInteger();
		AtomicInteger served = new AtomicInteger();
		AtomicInteger abandoned = new AtomicInteger();
		int threads = 6;
		int rounds = 3_000;
		AtomicInteger begun = new AtomicInteger();
		// on a busy machine each pass waits for the scheduler
		long enough = System.nanoTime() + Duration.ofSeconds(15).toNanos();
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		CompletableFuture<?>[] work = new CompletableFuture<?>[threads];
		for (int i = 0; i < threads; i++) {
			SplittableRandom random = new SplittableRandom(i);
			work[i] = CompletableFuture.runAsync(() -> {
				for (int round = 0; round < rounds && System.nanoTime() - enough < 0; round++) {
					begun.incrementAndGet();
					boolean impatient = random.nextInt(3) == 0;
					LocalPlace turn = join();
					if (impatient && this.queues.abandon(turn)) {
						abandoned.incrementAndGet();
						continue;
					}
					for (int look = 0; !turn.isCurrent() && !Thread.currentThread().isInterrupted(); look++) {
						if (look < 10) {
							Thread.yield();
						}
						else {
							// whose turn it is may need this processor
							LockSupport.parkNanos(20_000);
						}
					}
					overlaps.addAndGet(inside.getAndIncrement());
					served.incrementAndGet();
					inside.decrementAndGet();
					this.queues.pass(turn);
				}
			}, executor);
		}
		try {
			CompletableFuture.allOf(work).get(120, TimeUnit.SECONDS);
		}
		finally {
			executor.shutdownNow();
		}
		assertThat(overlaps).hasValue(0);
		assertThat(served.get() + abandoned.get()).isEqualTo(begun.get()).isPositive();
		assertThat(this.queues.current("name")).isNull();
	}

	private LocalPlace join() {
		return Bench.join(this.queues, "name", waiter());
	}

	private LocalPlace place() {
		return new LocalPlace(this.queues, "name", waiter());
	}

	private LocalPlace.Waiter waiter() {
		return this.bench.waiter("name", this.bench.renewed());
	}

}
