package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Corners of {@link LockTemplate}.
 */
@Timeout(120)
class TemplateFaultsTests {

	private static final LockRequest REQUEST = LockRequest.of(Bench.NAME);

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final RecordingObserver observer = new RecordingObserver();

	@Test
	void ownerThatReentersWhileAnotherThreadClosesTheLastLeaseHasNotLostIt() throws Exception {
		CountDownLatch closing = new CountDownLatch(1);
		CompletableFuture<Lease> acquired = new CompletableFuture<>();
		AtomicInteger reads = new AtomicInteger(Integer.MIN_VALUE);
		AtomicInteger owners = new AtomicInteger();
		Thread closer = Thread.currentThread();
		CompletableFuture<WaitingCaller<Lease>> owner = new CompletableFuture<>();
		LockTemplate locks = template(() -> {
			// the first reading asks whether it is held, the second one is after the end
			if (Thread.currentThread() == closer && reads.incrementAndGet() == 2) {
				closing.countDown();
				while (!owner.join().isDone()) {
					Thread.onSpinWait();
				}
			}
			return this.clock.now();
		});
		this.store.script((command) -> {
			if (command.verb().equals("ACQUIRE") && owners.getAndIncrement() > 0) {
				command.held(30_000, 0);
			}
			else {
				command.succeed();
			}
		});
		owner.complete(WaitingCaller.start(this.clock, () -> {
			acquired.complete(locks.acquire(REQUEST));
			closing.await();
			return locks.acquire(REQUEST.noWait());
		}));
		Lease lease = acquired.join();
		reads.set(0);
		lease.close();
		assertThat(owner.join().failure()).isInstanceOf(LockNotAcquiredException.class);
		locks.stop();
	}

	@Test
	void observersAreToldOfALockThatWasHandedOver() {
		LockTemplate locks = template(this.clock);
		WaitingCaller<Lease> waiter = WaitingCaller.start(this.clock, () -> locks.acquire(REQUEST));
		Command question = this.store.next("ACQUIRE");
		question.held(30_000, 1);
		waiter.waits();
		this.store.listener().onHandOff(this.store.grant(question.id(), 2_000));
		assertThat(waiter.result().isHeld()).isTrue();
		assertThat(this.observer.events()).contains("handed over " + Bench.NAME + " " + ScriptedStore.TOKEN);
		locks.stop();
	}

	@Test
	void leaseOfCenturiesIsHeldOrRefusedButNotAskedForAgainAndAgain() {
		LockTemplate locks = template(this.clock);
		AtomicInteger questions = new AtomicInteger();
		this.store.script((command) -> {
			if (questions.incrementAndGet() > 10) {
				command.fail(StoreException.Outcome.REJECTED);
			}
			else {
				command.succeed();
			}
		});
		assertThatCode(() -> locks.acquire(REQUEST.leaseTime(Duration.ofDays(200_000)))).satisfiesAnyOf(
				(none) -> assertThat(none).isNull(),
				(refused) -> assertThat(refused).isInstanceOf(IllegalArgumentException.class));
		locks.stop();
	}

	private LockTemplate template(LockClock by) {
		return new LockTemplate(this.store, TestSettings.defaults(), by, List.of(this.observer));
	}

}
