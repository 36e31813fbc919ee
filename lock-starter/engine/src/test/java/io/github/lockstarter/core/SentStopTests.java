package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of an application with releases that nobody waits for.
 */
@ExtendWith(LogCapture.class)
@Timeout(120)
class SentStopTests {

	private static final LockRequest REQUEST = LockRequest.of(Bench.NAME).release(ReleaseMode.SENT);

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private LockTemplate locks = template(Duration.ofDays(1));

	@AfterEach
	void stop() {
		this.locks.stop();
	}

	@Test
	void stopWaitsForTheAnswer() throws Exception {
		sendRelease();
		Thread stopping = stopping();
		this.store.next("RELEASE").reply(Status.RELEASED);
		stopping.join();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void stopWaitsForWhatCouldNotBeSentYet() throws Exception {
		sendRelease();
		this.store.next("RELEASE").fail(StoreException.Outcome.NOT_SENT);
		Thread stopping = stopping();
		this.store.next("RELEASE").fail(StoreException.Outcome.NOT_SENT);
		this.store.next("RELEASE").reply(Status.RELEASED);
		stopping.join();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void stopDoesNotWaitForWhatTheStoreRefuses() {
		sendRelease();
		this.store.next("RELEASE").fail(StoreException.Outcome.UNKNOWN);
		this.store.next("RELEASE").fail(StoreException.Outcome.REJECTED);
		this.locks.stop();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void whatWasSentInVainDoesNotConcernTheNextStop(LogCapture.CapturedLog output) {
		this.locks = template(Duration.ZERO);
		sendRelease();
		this.store.script((command) -> command.fail(StoreException.Outcome.NOT_SENT));
		this.store.next("RELEASE").fail(StoreException.Outcome.NOT_SENT);
		this.locks.stop();
		assertThat(output).contains("1 locks were released, but Redis at test did not answer before the shutdown");
		this.store.grantEverything();
		this.locks.start();
		this.locks.acquire(REQUEST).close();
		this.locks.stop();
		assertThat(output).containsOnlyOnce("locks were released");
	}

	private void sendRelease() {
		this.store.script((command) -> {
			if (command.verb().equals("ACQUIRE")) {
				command.owned();
			}
		});
		this.locks.acquire(REQUEST).close();
		this.store.next("ACQUIRE");
	}

	/**
	 * A stop that waits.
	 */
	private Thread stopping() {
		Thread stopping = new Thread(this.locks::stop);
		stopping.setDaemon(true);
		stopping.start();
		while (stopping.getState() != Thread.State.TIMED_WAITING) {
			assertThat(stopping.isAlive()).as("it waits").isTrue();
			Thread.onSpinWait();
		}
		assertThat(this.store.stops()).isZero();
		return stopping;
	}

	private LockTemplate template(Duration shutdownTimeout) {
		return new LockTemplate(this.store, TestSettings.of((settings) -> settings.shutdownTimeout = shutdownTimeout),
				this.clock, List.of());
	}

}
