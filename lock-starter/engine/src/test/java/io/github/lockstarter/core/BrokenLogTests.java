package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A log that throws, or stands still, takes no lock away.
 */
@Timeout(120)
class BrokenLogTests {

	private static final Duration LEASE = Duration.ofSeconds(3);

	private final AtomicInteger lines = new AtomicInteger();

	private final CountDownLatch blocked = new CountDownLatch(1);

	private Logger logger;

	private Appender<ILoggingEvent> appender;

	@AfterEach
	void mend() {
		this.blocked.countDown();
		this.logger.detachAppender(this.appender);
	}

	@Test
	void logThatThrowsDoesNotEndTheRenewals() {
		ManualClock clock = new ManualClock();
		ScriptedStore store = new ScriptedStore(clock);
		AtomicBoolean broken = new AtomicBoolean();
		LockClock breaking = () -> {
			if (broken.get() && Thread.currentThread().getName().equals("distributed-lock-renewal")) {
				throw new AssertionError("clock");
			}
			return clock.now();
		};
		Engine engine = new Engine(store, TestSettings.of((settings) -> settings.leaseTime = LEASE),
				new ThreadRuntime(breaking, () -> 0.5), List.of());
		clock.afterMove(() -> engine.renewal().wakeAt(clock.nanoTime() - LEASE.toNanos()));
		engine.start();
		try {
			Hold hold = engine.hold(new HoldKey(this, "held"), granted(clock.now()), clock.now(), null,
					AttemptEvents.NONE);
			SingleLease lease = Bench.reenter(hold, new LeaseTerms(LEASE.toMillis(), true, 0, ReleaseMode.CONFIRMED));
			engine.began(hold);
			broken.set(true);
			breakLogOf(RenewalLoop.class, () -> {
				throw new IllegalStateException("log");
			});
			clock.advance(Duration.ofMillis(1));
			Awaitility.await().until(() -> this.lines.get() > 1);
			broken.set(false);
			clock.advance(LEASE.dividedBy(3));
			store.next("RENEW").owned();
			assertThat(lease.isHeld()).isTrue();
		}
		finally {
			engine.stop();
		}
	}

	@Test
	void logThatStandsStillKeepsNobodyWhoAsksForTheLostLock() throws Exception {
		Bench bench = new Bench();
		breakLogOf(LossNotice.class, () -> {
			try {
				this.blocked.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		SingleLease lease = bench.open(bench.hold(1_000), Bench.fixed(1_000));
		CountDownLatch told = new CountDownLatch(1);
		lease.onLost(told::countDown);
		bench.clock().advance(Duration.ofSeconds(1));
		assertThat(lease.isHeld()).isFalse();
		assertThat(told.await(120, TimeUnit.SECONDS)).isTrue();
		assertThat(bench.events()).singleElement().asString().startsWith("lost ");
		Awaitility.await().until(() -> this.lines.get() == 1);
	}

	@Test
	void observerThatThrowsWhereTheLogThrowsTooIsNoBusinessOfTheCaller() {
		ManualClock clock = new ManualClock();
		ScriptedStore store = new ScriptedStore(clock);
		store.grantEverything();
		AtomicInteger told = new AtomicInteger();
		LockObserver throwing = new LockObserver() {

			@Override
			public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
				throw new AssertionError("observer");
			}

		};
		LockObserver sound = new LockObserver() {

			@Override
			public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
				told.incrementAndGet();
			}

		};
		LockTemplate locks = new LockTemplate(store, TestSettings.defaults(), clock, List.of(throwing, sound));
		locks.start();
		breakLogOf(LockObservers.class, () -> {
			throw new AssertionError("log");
		});
		try {
			locks.acquire(LockRequest.of("order", 4711)).close();
			assertThat(this.lines).hasPositiveValue();
			assertThat(told).hasValue(1);
		}
		finally {
			locks.stop();
		}
	}

	private static AttemptOutcome.Granted granted(Moment now) {
		return new AttemptOutcome.Granted(new Ownership("client:1", 1, 1, 17, now),
				LeaseDeadline.after(now, LEASE.toMillis()), false);
	}

	private void breakLogOf(Class<?> writer, Runnable defect) {
		this.logger = (Logger) LoggerFactory.getLogger(writer);
		this.appender = new UnsynchronizedAppenderBase<>() {

			@Override
			public void doAppend(ILoggingEvent event) {
				BrokenLogTests.this.lines.incrementAndGet();
				defect.run();
			}

			@Override
			protected void append(ILoggingEvent event) {
				throw new IllegalStateException("It is not started");
			}

		};
		this.logger.addAppender(this.appender);
	}

}
