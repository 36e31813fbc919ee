package io.github.lockstarter.core;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

/**
 * What callers of {@link LockTemplate} get, and what observers are told.
 */
@Timeout(120)
class LockTemplateTests {

	private static final LockRequest REQUEST = LockRequest.of(Bench.NAME);

	private static final LockRequest SHORT = REQUEST.leaseTime(Duration.ofSeconds(1));

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final RecordingObserver observer = new RecordingObserver();

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), this.clock,
			List.of(new ThrowingObserver(), this.observer));

	LockTemplateTests() {
		this.store.grantEverything();
	}

	@AfterEach
	void stop() {
		Thread.interrupted();
		this.locks.stop();
	}

	@Test
	void resultOfTheWorkIsHandedOn() {
		Object result = new Object();
		assertThat(this.locks.<Object, RuntimeException>execute(REQUEST, (lease) -> {
			assertThat(lease.isHeld()).isTrue();
			return result;
		})).isSameAs(result);
		assertThat(this.locks.<Object, RuntimeException>execute(REQUEST, (lease) -> null)).isNull();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE", "ACQUIRE", "RELEASE");
	}

	@Test
	void exceptionOfTheWorkIsHandedOnAfterTheRelease() {
		IOException failure = new IOException("work");
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(REQUEST, (lease) -> {
				throw failure;
			}))
			.isSameAs(failure);
		assertThat(failure.getSuppressed()).isEmpty();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
	}

	@Test
	void leaseThatEndsWhileAnObserverIsToldIsAskedForAgain() {
		AtomicInteger told = new AtomicInteger();
		LockTemplate observed = new LockTemplate(this.store, TestSettings.defaults(), this.clock,
				List.of(slowFor(told, 2)));
		observed.executeWithoutResult(SHORT, (lease) -> assertThat(lease.isHeld()).isTrue());
		assertThat(told).hasValue(3);
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE", "ACQUIRE", "RELEASE", "ACQUIRE",
				"RELEASE");
		told.set(0);
		assertThat(observed.tryAcquire(SHORT).orElseThrow().isHeld()).isTrue();
		observed.stop();
	}

	@Test
	void leaseThatAlwaysEndsBeforeTheWorkIsUnavailableAndNotLost() {
		LockTemplate observed = new LockTemplate(this.store, TestSettings.defaults(), this.clock,
				List.of(slowFor(new AtomicInteger(), Integer.MAX_VALUE)));
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> observed.executeWithoutResult(SHORT, (lease) -> fail("runs")))
			.withMessageContaining("before the work could begin")
			.withMessageContaining("fixed lease time");
		observed.stop();
	}

	/**
	 * An observer that takes longer than the lease.
	 */
	private LockObserver slowFor(AtomicInteger told, int times) {
		return new LockObserver() {

			@Override
			public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
				if (told.getAndIncrement() < times) {
					LockTemplateTests.this.clock.advance(Duration.ofSeconds(2));
				}
			}

		};
	}

	@Test
	void workThatReturnsAfterALossFailsThoughItWasTold() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(SHORT, (lease) -> {
				lease.onLost(() -> {
				});
				this.clock.advance(Duration.ofSeconds(1));
				assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld);
			}));
	}

	@Test
	void workThatThrowsAfterALossKeepsItsExceptionAndGetsTheLossSuppressed() {
		IOException failure = new IOException("work");
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(SHORT, (lease) -> {
				this.clock.advance(Duration.ofSeconds(1));
				throw failure;
			}))
			.isSameAs(failure);
		assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LockLostException.class);
	}

	@Test
	void leaseReleasedByTheWorkItselfIsNoLoss() {
		this.locks.executeWithoutResult(SHORT, Lease::release);
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
	}

	@Test
	void minimumHoldAppliesAfterANormalReturnOnly() {
		LockRequest request = REQUEST.minHold(Duration.ofSeconds(5));
		this.locks.executeWithoutResult(request, (lease) -> {
		});
		this.store.next("ACQUIRE");
		assertThat(this.store.next("RELEASE").millis()).isEqualTo(5_000);
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(request, (lease) -> {
				throw new IllegalStateException();
			}));
		this.store.next("ACQUIRE");
		assertThat(this.store.next("RELEASE").millis()).isZero();
	}

	@Test
	void workSeesItsLeasesInnermostFirst() {
		this.locks.executeWithoutResult(REQUEST, (outer) -> {
			this.locks.executeWithoutResult("inner", (inner) -> {
				assertThat(LockContext.all()).containsExactly(inner, outer);
				assertThat(LockContext.current(Bench.NAME)).containsSame(outer);
			});
			assertThat(LockContext.current()).containsSame(outer);
		});
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void noLeaseIsBoundAfterAFailure() {
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(REQUEST, (lease) -> {
				throw new IllegalStateException();
			}));
		assertThat(LockContext.all()).isEmpty();
		this.store.script((command) -> command.held(30_000, 0));
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(REQUEST.noWait(), (lease) -> {
			}));
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void bareLeaseIsNotBound() {
		try (Lease lease = this.locks.acquire(REQUEST)) {
			assertThat(lease.isHeld()).isTrue();
			assertThat(LockContext.all()).isEmpty();
		}
	}

	@Test
	void lockOfAnotherIsEmptyOrAnException() {
		this.store.script((command) -> command.held(30_000, 0));
		assertThat(this.locks.tryAcquire(REQUEST.noWait())).isEmpty();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.locks.acquire(REQUEST.noWait()))
			.withMessageContaining("is held by another");
	}

	@Test
	void exceptionOfARefusedCallerLooksTheHolderUp() {
		this.store.script((command) -> command.held(30_000, 0));
		LockNotAcquiredException refused = catchThrowableOfType(LockNotAcquiredException.class,
				() -> this.locks.acquire(REQUEST.noWait()));
		this.store.script((command) -> command.answer()
			.complete(StoreReply.of(Status.HELD, ServerTime.NONE).withHolder("other-app@host:1")));
		assertThat(refused.holder()).contains("other-app@host:1");
		this.store.script((command) -> command.reply(Status.FREE));
		assertThat(refused.holder()).isEmpty();
		this.store.script((command) -> command.fail(StoreException.Outcome.REJECTED));
		assertThat(refused.holder()).isEmpty();
		this.locks.stop();
		assertThat(refused.holder()).isEmpty();
	}

	@Test
	void lockThatNobodyKnowsAboutIsNeverEmpty() {
		this.store.script((command) -> command.fail(StoreException.Outcome.REJECTED));
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.locks.tryAcquire(REQUEST.noWait()))
			.withMessageContaining("trouble")
			.satisfies((ex) -> assertThat(ex.getCause()).isInstanceOf(StoreException.class));
	}

	@Test
	void interruptedThreadDoesNotAskAndKeepsItsFlag() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(LockInterruptedException.class).isThrownBy(() -> this.locks.tryAcquire(REQUEST));
		assertThat(Thread.interrupted()).isTrue();
		this.store.assertQuiet();
		this.locks.acquire(REQUEST).close();
	}

	@Test
	void fixedLeaseIsAskedForInItsLength() {
		this.locks.acquire(SHORT).close();
		assertThat(this.store.next("ACQUIRE").millis()).isEqualTo(1_000);
		this.store.next("RELEASE");
		this.locks.acquire(REQUEST).close();
		assertThat(this.store.next("ACQUIRE").millis()).isEqualTo(30_000);
	}

	@Test
	void observersAreToldAndOneThatThrowsHarmsNothing() {
		this.locks.executeWithoutResult(REQUEST, (lease) -> this.clock.advanceMillis(700));
		this.store.script((command) -> command.held(30_000, 0));
		assertThat(this.locks.tryAcquire(REQUEST.noWait())).isEmpty();
		this.store.grantEverything();
		Lease lease = this.locks.acquire(SHORT);
		this.clock.advanceMillis(1_000);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.locks.acquire(REQUEST));
		lease.release();
		Awaitility.await().until(() -> this.observer.events().size() == 5);
		assertThat(this.observer.events()).containsExactly("acquired order:4711 1000 after 0",
				"released order:4711 1000 after 700", "not acquired order:4711 HELD_BY_ANOTHER after 0",
				"acquired order:4711 1000 after 0", "lost order:4711 1000 FIXED_LEASE after 1000");
	}

	@Test
	void holderIsDescribed() {
		this.store.script((command) -> command.answer()
			.complete(StoreReply.of(Status.HELD, ServerTime.NONE)
				.withTokens(1_234, 1_250)
				.withLease(5_000)
				.withQueue(3)
				.withHolder("app@host:1")));
		assertThat(this.locks.describe("a")).contains(new LockInfo("a", "app@host:1", 1_234, Duration.ofSeconds(5), 3));
		this.store.script((command) -> command.reply(Status.FREE));
		assertThat(this.locks.describe("a")).isEmpty();
	}

	@Test
	void administratorIsToldWhetherTheLockWasHeld() {
		assertThat(this.locks.forceRelease("a")).isTrue();
		this.store.script((command) -> command.reply(Status.FREE));
		assertThat(this.locks.forceRelease("a")).isFalse();
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.forceRelease("a"));
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.describe("a"));
	}

	/**
	 * Fails at every opportunity.
	 */
	private static final class ThrowingObserver implements LockObserver {

		@Override
		public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
			throw new IllegalStateException("acquired");
		}

		@Override
		public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
			throw new IllegalStateException("not acquired");
		}

		@Override
		public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
			throw new IllegalStateException("lost");
		}

		@Override
		public void released(LockAttempt attempt, long fencingToken, Duration held) {
			throw new AssertionError("released");
		}

	}

}
