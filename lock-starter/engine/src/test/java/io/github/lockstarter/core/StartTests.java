package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Callers that come before the engine has been started, or while it is: all wait for
 * that, and for their locks from then on.
 */
@Timeout(120)
class StartTests {

	private static final LockRequest REQUEST = LockRequest.of(Bench.NAME).noWait();

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), this.clock, List.of());

	private final CountDownLatch starting = new CountDownLatch(1);

	private final CountDownLatch connected = new CountDownLatch(1);

	@AfterEach
	void stop() {
		this.connected.countDown();
		this.locks.stop();
	}

	@Test
	void waitOfTheFirstCallerBeginsWhenTheStoreHasBeenStarted() {
		this.store.onStart(() -> this.clock.advance(Duration.ofMinutes(1)));
		this.store.grantEverything();
		this.locks.acquire(REQUEST).close();
		assertThat(this.store.next("ACQUIRE").notAfter())
			.isEqualTo(this.clock.nanoTime() + TimeUnit.SECONDS.toNanos(1));
	}

	@Test
	void firstFutureDoesNotBlockItsCallerAndGetsItsLock() throws Exception {
		slowStart();
		CompletableFuture<EngineLease> first = future();
		assertThat(first).isNotDone();
		this.starting.await();
		this.clock.advance(Duration.ofMinutes(1));
		this.connected.countDown();
		Command question = this.store.next("ACQUIRE");
		assertThat(question.notAfter()).isEqualTo(this.clock.nanoTime() + TimeUnit.SECONDS.toNanos(1));
		question.owned();
		assertThat(first.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
		assertThat(this.store.starts()).isOne();
	}

	@Test
	void whoComesDuringAStartWaitsForIt() throws Exception {
		slowStart();
		this.store.grantEverything();
		Thread main = new Thread(this.locks::start);
		main.start();
		this.starting.await();
		WaitingCaller<Lease> blocking = WaitingCaller.start(this.clock, () -> this.locks.acquire(REQUEST));
		WaitingCaller<Optional<LockInfo>> asking = WaitingCaller.start(this.clock,
				() -> this.locks.describe("another"));
		CompletableFuture<EngineLease> future = this.locks.nonBlocking()
			.acquire(LockRequest.of("other").noWait(), (name) -> null);
		CompletableFuture<Boolean> release = this.locks.nonBlocking().forceRelease("third").toCompletableFuture();
		assertThat(List.of(blocking.isDone(), asking.isDone(), future.isDone(), release.isDone())).containsOnly(false);
		this.connected.countDown();
		assertThat(blocking.result().isHeld()).isTrue();
		assertThat(asking.result()).isEmpty();
		assertThat(future.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
		assertThat(release.get(120, TimeUnit.SECONDS)).isTrue();
		main.join();
	}

	@Test
	void whoComesDuringALaterStartWaitsForItToo() throws Exception {
		this.locks.start();
		this.locks.stop();
		slowStart();
		this.store.grantEverything();
		Thread main = new Thread(this.locks::start);
		main.start();
		this.starting.await();
		WaitingCaller<Lease> blocking = WaitingCaller.start(this.clock, () -> this.locks.acquire(REQUEST));
		CompletableFuture<EngineLease> future = this.locks.nonBlocking()
			.acquire(LockRequest.of("other").noWait(), (name) -> null);
		this.connected.countDown();
		assertThat(blocking.result().isHeld()).isTrue();
		assertThat(future.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
		main.join();
	}

	@Test
	void futureThatIsCancelledBeforeTheStartAsksNothing() throws Exception {
		slowStart();
		CompletableFuture<EngineLease> cancelled = future();
		CompletableFuture<EngineLease> other = future();
		cancelled.cancel(false);
		this.connected.countDown();
		this.store.next("ACQUIRE").owned();
		assertThat(other.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
		this.store.assertQuiet();
	}

	@Test
	void futureThatIsCancelledAfterTheStartLeavesNothingBehind() throws Exception {
		slowStart();
		CompletableFuture<EngineLease> cancelled = future();
		this.connected.countDown();
		Command question = this.store.next("ACQUIRE");
		cancelled.cancel(false);
		Command given = this.store.next("CANCEL");
		assertThat(given.id()).isEqualTo(question.id());
		given.reply(Status.CANCELLED);
		this.store.assertQuiet();
	}

	@Test
	void startThatFailsIsTheFailureOfAFutureAndTheNextOneStartsAnew() throws Exception {
		this.store.onStart(() -> {
			throw new IllegalStateException("broken store");
		});
		CompletableFuture<EngineLease> first = future();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> first.get(120, TimeUnit.SECONDS))
			.withCauseInstanceOf(IllegalStateException.class)
			.withMessageContaining("broken store");
		this.store.onStart(() -> {
		});
		CompletableFuture<EngineLease> second = future();
		this.store.next("ACQUIRE").owned();
		assertThat(second.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
	}

	@Test
	void stoppedEngineIsNotStartedByAFuture() {
		this.locks.stop();
		assertThat(future()).isCompletedExceptionally();
		assertThat(this.locks.nonBlocking().describe("a").toCompletableFuture()).isCompletedExceptionally();
		assertThat(this.store.starts()).isZero();
	}

	private CompletableFuture<EngineLease> future() {
		return this.locks.nonBlocking().acquire(REQUEST, (name) -> null);
	}

	/**
	 * A start goes on until the test says that there is a connection.
	 */
	private void slowStart() {
		this.store.onStart(() -> {
			this.starting.countDown();
			try {
				this.connected.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

}
