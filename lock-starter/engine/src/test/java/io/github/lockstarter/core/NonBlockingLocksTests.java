package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose lock it is when nobody waits with a thread.
 */
@Timeout(120)
class NonBlockingLocksTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final NonBlockingLocks locks = new NonBlockingLocks(this.bench.engine());

	@BeforeEach
	void start() {
		this.bench.engine().start();
	}

	@AfterEach
	void stop() {
		this.bench.engine().stop();
	}

	@Test
	void lockOfTheCallerIsEnteredAlsoWhenTheOthersHaveToBeWaitedFor() {
		CompletableFuture<EngineLease> first = this.locks.acquire(LockRequest.of("a"), (name) -> null);
		this.store.next("ACQUIRE").owned();
		Lease outer = first.join();
		Thread caller = Thread.currentThread();
		// as a context that is bound to the thread of the caller
		CompletableFuture<EngineLease> both = this.locks.acquire(LockRequest.ofAll("a", "b"),
				(name) -> (Thread.currentThread() == caller) ? outer.on(name).orElse(null) : null);
		ScriptedStore.Command refused = this.store.next("ACQUIRE");
		assertThat(refused.name()).isEqualTo("b");
		refused.held(Bench.LEASE, 0);
		ScriptedStore.Command waiting = this.store.next("ACQUIRE");
		assertThat(waiting.name()).as("not the lock that the caller has already").isEqualTo("b");
		waiting.owned();
		assertThat(both.join().on("a").orElseThrow().fencingToken()).isEqualTo(outer.fencingToken());
	}

	@Test
	void callersUnderAClosedLeaseDoNotEnterEachOthersLocks() {
		CompletableFuture<EngineLease> closed = this.locks.acquire(LockRequest.of("a"), (name) -> null);
		this.store.next("ACQUIRE").owned();
		Lease outer = closed.join();
		closed.join().end(WorkEnd.NORMAL);
		this.store.next("RELEASE").reply(StoreReply.Status.RELEASED);
		CompletableFuture<EngineLease> one = this.locks.acquire(LockRequest.of("a"), (name) -> outer);
		CompletableFuture<EngineLease> other = this.locks.acquire(LockRequest.of("a"), (name) -> outer);
		this.store.next("ACQUIRE").owned();
		assertThat(one.join().isHeld()).isTrue();
		assertThat(this.locks.acquire(LockRequest.of("a").noWait(), (name) -> outer)).isCompletedExceptionally();
		assertThat(other).isNotDone();
		assertThat(List.of(one.join().remaining())).allMatch((left) -> left.compareTo(Duration.ZERO) > 0);
	}

	@Test
	void callWhoseOuterLeaseIsClosedBeforeItAsksDoesNotEnterWhatTheOwnerHasAnew() {
		this.store.grantEverything();
		SingleLease outer = ofThread().lease();
		NonBlockingCall call = this.locks.call(LockRequest.of("a").noWait(), (name) -> outer);
		outer.end(WorkEnd.NORMAL);
		SingleLease anew = ofThread().lease();
		assertThat(call.acquire()).isCompletedExceptionally();
		anew.end(WorkEnd.NORMAL);
	}

	@Test
	void lockOfACallWhoseOuterLeaseIsClosedBeforeItAsksIsNotThatOfTheThread() {
		this.store.grantEverything();
		SingleLease outer = ofThread().lease();
		NonBlockingCall call = this.locks.call(LockRequest.of("a").noWait(), (name) -> outer);
		outer.end(WorkEnd.NORMAL);
		EngineLease own = call.acquire().join();
		assertThat(own.isHeld()).isTrue();
		assertThat(ofThread().refused()).isNotNull();
		own.release();
	}

	/**
	 * How this thread asks, without a wait.
	 */
	private SingleEntry ofThread() {
		SingleEntry entry = new SingleEntry(this.bench.started(),
				Bench.caller(Thread.currentThread(), "a", this.bench.renewed()), this.bench.budget(Duration.ZERO),
				() -> {
				});
		assertThat(entry.advance(null)).isTrue();
		return entry;
	}

}
