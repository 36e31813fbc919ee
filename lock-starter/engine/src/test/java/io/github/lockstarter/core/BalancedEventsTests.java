package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whatever happens to a caller, observers are told one story of each attempt.
 */
@Timeout(120)
class BalancedEventsTests {

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final Stories stories = new Stories();

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), this.clock,
			List.of(this.stories));

	@Test
	void lockIsWaitedForAcquiredAndReleased() {
		this.store.grantEverything();
		this.locks.acquire(LockRequest.of("order", 4711)).close();
		assertStories("order/order:4711 waiting acquired released");
	}

	@Test
	void lockThatAnotherHoldsIsNotAcquired() {
		this.store.script((command) -> command.held(30_000, 0));
		assertThat(this.locks.tryAcquire(LockRequest.of("order:1").noWait())).isEmpty();
		assertStories("order/order:1 waiting HELD_BY_ANOTHER");
	}

	@Test
	void partThatWasHadAndGivenBackIsNotAcquired() {
		this.store.script((command) -> {
			if (command.name().equals("b") && command.verb().equals("ACQUIRE")) {
				command.held(30_000, 0);
			}
			else {
				command.succeed();
			}
		});
		assertThat(this.locks.tryAcquire(LockRequest.ofAll("a", "b").noWait())).isEmpty();
		assertStories("a/a waiting HELD_BY_ANOTHER", "a/b waiting HELD_BY_ANOTHER");
	}

	@Test
	void severalLocksAreOneStoryEach() {
		this.store.grantEverything();
		this.locks.acquire(LockRequest.ofAll("order", List.of(2, 1))).close();
		assertStories("order/order:1 waiting acquired released", "order/order:2 waiting acquired released");
	}

	@Test
	void reentryIsNotTold() {
		this.store.grantEverything();
		this.locks.executeWithoutResult("a", (outer) -> this.locks.executeWithoutResult("a", (inner) -> {
		}));
		assertStories("a/a waiting acquired released");
	}

	@Test
	void lossIsToldOnceAndNoRelease() {
		this.store.grantEverything();
		Lease lease = this.locks.acquire(LockRequest.of("a").leaseTime(Duration.ofSeconds(1)));
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(lease.isHeld()).isFalse();
		lease.releaseNow();
		assertStories("a/a waiting acquired FIXED_LEASE");
	}

	@Test
	void lockThatWasTakenBeforeTheReleaseIsLost() {
		this.store.script((command) -> {
			if (command.verb().equals("RELEASE")) {
				command.reply(Status.NOT_OWNER);
			}
			else {
				command.succeed();
			}
		});
		this.locks.acquire(LockRequest.of("a")).releaseNow();
		assertStories("a/a waiting acquired TAKEN");
	}

	@Test
	void releaseThatNobodyWaitsForIsToldOnceItIsKnownWhatBecameOfIt() {
		this.store.script((command) -> {
			if (!command.verb().equals("RELEASE")) {
				command.succeed();
			}
		});
		this.locks.acquire(LockRequest.of("a").release(ReleaseMode.SENT)).close();
		this.locks.acquire(LockRequest.of("b").release(ReleaseMode.SENT)).close();
		assertStories("a/a waiting acquired", "b/b waiting acquired");
		this.store.next("ACQUIRE");
		this.store.next("RELEASE").reply(Status.RELEASED);
		this.store.next("ACQUIRE");
		this.store.next("RELEASE").reply(Status.NOT_OWNER);
		assertStories("a/a waiting acquired released", "b/b waiting acquired TAKEN");
	}

	@Test
	void callerThatIsRefusedAfterTheStopHasWaitedToo() {
		this.store.grantEverything();
		this.locks.start();
		this.locks.stop();
		assertThatExceptionOfType(LockException.class).isThrownBy(() -> this.locks.acquire(LockRequest.of("a")));
		assertStories("a/a waiting SHUT_DOWN");
	}

	@Test
	void storeThatThrowsIsUnavailable() {
		this.store.script((command) -> {
			this.clock.advance(Duration.ofSeconds(30));
			throw new IllegalStateException("broken");
		});
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.locks.acquire(LockRequest.of("a")))
			.withMessageContaining("its store threw java.lang.IllegalStateException: broken");
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.locks.acquire(LockRequest.ofAll("b", "c")));
		assertStories("a/a waiting UNAVAILABLE", "b/b waiting UNAVAILABLE", "b/c waiting UNAVAILABLE");
	}

	@Test
	void cancelledFutureIsCancelled() {
		this.locks.start();
		CompletableFuture<EngineLease> asked = this.locks.nonBlocking().acquire(LockRequest.of("a"), (name) -> null);
		asked.cancel(true);
		assertStories("a/a waiting CANCELLED");
		this.locks.stop();
	}

	@Test
	void releaseThatOvertakesTheWordOfTheGrantIsToldAfterIt() throws Exception {
		this.store.grantEverything();
		this.locks.start();
		CountDownLatch busy = new CountDownLatch(1);
		this.stories.next.set(busy);
		this.locks.nonBlocking().acquire(LockRequest.of("a"), (name) -> null).get().end(WorkEnd.NORMAL);
		// the observers' thread is still in the story of a
		this.locks.nonBlocking().acquire(LockRequest.of("b"), (name) -> null).get().releaseNow();
		busy.countDown();
		assertStories("a/a waiting acquired released", "b/b waiting acquired released");
		this.locks.stop();
	}

	@Test
	void lossWhileTheCallerIsBeingToldOfTheGrantIsToldAfterIt() {
		this.store.grantEverything();
		this.stories.onAcquired.set(() -> this.clock.advance(Duration.ofSeconds(2)));
		this.locks.acquire(LockRequest.of("a").leaseTime(Duration.ofSeconds(1)).waitTime(Duration.ofSeconds(30)))
			.close();
		assertStories("a/a waiting acquired FIXED_LEASE", "a/a waiting acquired released");
	}

	@Test
	void observersThatFallBehindAreNotToldOfNewAttemptsUntilTheyHaveCaughtUp() {
		List<Runnable> later = new ArrayList<>();
		LockObservers observers = new LockObservers(List.of(this.stories), later::add);
		AttemptEvents known = new AttemptEvents(new LockAttempt("known", "known"), observers, false);
		known.waiting();
		for (int i = 0; i < LockObservers.LONGEST_QUEUE; i++) {
			observers.later(() -> {
			});
		}
		tell(new AttemptEvents(new LockAttempt("new", "new"), observers, false));
		assertThat(later).as("nothing is kept for later of what is not told").hasSize(LockObservers.LONGEST_QUEUE);
		known.notAcquired(Refusal.CANCELLED, 0);
		later.forEach(Runnable::run);
		assertStories("known/known waiting CANCELLED");
		later.clear();
		tell(new AttemptEvents(new LockAttempt("again", "again"), observers, false));
		later.forEach(Runnable::run);
		assertStories("known/known waiting CANCELLED", "again/again waiting acquired released");
	}

	private static void tell(AttemptEvents events) {
		events.waiting();
		int ownership = events.begin();
		events.acquired(7, false, 0);
		events.released(ownership, 7, 0, false);
	}

	@Test
	void endOfAnOwnershipThatNobodyWasToldOfIsNotThatOfTheNext() {
		List<Runnable> later = new ArrayList<>();
		AttemptEvents events = new AttemptEvents(new LockAttempt("a", "a"),
				new LockObservers(List.of(this.stories), later::add), true);
		events.waiting();
		events.released(events.begin(), 5, 0, false);
		int ownership = events.begin();
		// as readers have it that come before a writer
		events.acquired(5, false, 0);
		later.forEach(Runnable::run);
		assertStories("a/a waiting acquired");
		later.clear();
		events.lost(ownership, 5, LossReason.TAKEN, 0);
		later.forEach(Runnable::run);
		assertStories("a/a waiting acquired TAKEN");
	}

	@Test
	void attemptWhoseWayBreaksOffIsForgotten() {
		Bench bench = new Bench();
		AtomicReference<Runnable> wake = new AtomicReference<>(() -> {
		});
		SingleEntry entry = bench.contender("a", bench.renewed(), () -> wake.get().run());
		assertThat(entry.advance(null)).isFalse();
		wake.set(() -> {
			throw new IllegalStateException("broken");
		});
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> entry.advance(Refusal.CANCELLED));
		assertThat(bench.engine().context().attempts().find("client:1")).isNull();
		assertThat(bench.engine().queues().current("a")).isNull();
		bench.engine().stop();
	}

	private void assertStories(String... expected) {
		Awaitility.await().untilAsserted(() -> assertThat(this.stories.all()).containsExactlyInAnyOrder(expected));
		assertThat(this.stories.overlaps).isEmpty();
	}

	/**
	 * Writes down what it is told of each attempt.
	 */
	private static final class Stories implements LockObserver {

		private final Map<LockAttempt, List<String>> stories = new ConcurrentHashMap<>();

		private final List<LockAttempt> order = new CopyOnWriteArrayList<>();

		private final List<String> overlaps = new CopyOnWriteArrayList<>();

		private final Map<LockAttempt, Thread> telling = new ConcurrentHashMap<>();

		private final AtomicReference<CountDownLatch> next = new AtomicReference<>(new CountDownLatch(0));

		private final AtomicReference<Runnable> onAcquired = new AtomicReference<>(() -> {
		});

		private List<String> all() {
			List<String> all = new ArrayList<>();
			this.order.forEach((attempt) -> all
				.add(attempt.namespace() + "/" + attempt.name() + " " + String.join(" ", this.stories.get(attempt))));
			return all;
		}

		private void tell(LockAttempt attempt, String event) {
			if (this.telling.put(attempt, Thread.currentThread()) != null) {
				this.overlaps.add(attempt + " " + event);
			}
			this.stories.computeIfAbsent(attempt, (told) -> {
				this.order.add(told);
				return new CopyOnWriteArrayList<>();
			}).add(event);
			this.telling.remove(attempt);
		}

		@Override
		public void waiting(LockAttempt attempt) {
			tell(attempt, "waiting");
		}

		@Override
		public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
			try {
				this.next.getAndSet(new CountDownLatch(0)).await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			tell(attempt, "acquired");
			this.onAcquired.getAndSet(() -> {
			}).run();
		}

		@Override
		public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
			tell(attempt, reason.name());
		}

		@Override
		public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
			tell(attempt, reason.name());
		}

		@Override
		public void released(LockAttempt attempt, long fencingToken, Duration held) {
			tell(attempt, "released");
		}

	}

}
