package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holders that a stop cannot wait for, because they wait for the stop.
 */
@ExtendWith(LogCapture.class)
@Timeout(120)
class ExitTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = new ScriptedStore(this.bench.clock());

	private final LockTemplate locks = new LockTemplate(this.store,
			TestSettings.of((settings) -> settings.shutdownTimeout = Duration.ofDays(1)), this.bench.clock(),
			List.of());

	@AfterEach
	void stop() {
		this.locks.stop();
	}

	@Test
	void lockWhoseOwnerDoesNotComeBackIsGivenBack() {
		SingleLease lease = this.bench.renewedLease();
		this.bench.engine().start();
		lease.hold().giveBack();
		assertThat(lease.isHeld()).isFalse();
		assertThat(this.bench.engine().holds().size()).as("until it is answered").isOne();
		this.bench.store().next("RELEASE").reply(Status.RELEASED);
		assertThat(this.bench.engine().holds().size()).isZero();
		lease.hold().giveBack();
		this.bench.store().assertQuiet();
		assertThat(this.bench.events()).singleElement().asString().contains("released");
	}

	@Test
	void lockUnderWhichAnotherThreadWorksIsNotGivenBack() {
		SingleLease lease = this.bench.renewedLease();
		SingleLease inside = new EntryRequest(new HoldKey(new Object(), Bench.NAME), lease, this.bench.renewed(), false,
				AttemptEvents.NONE)
			.reenter(this.bench.engine().holds());
		lease.hold().giveBack();
		this.bench.store().assertQuiet();
		assertThat(inside.isHeld()).isTrue();
	}

	@Test
	void threadOfARunningApplicationDoesNotEndTheJvm() {
		assertThat(LifecycleSteps.endsTheJvm(Thread.currentThread())).isFalse();
		assertThat(LifecycleSteps.endsTheJvm(new Object())).isFalse();
	}

	@Test
	void threadThatStopsTheEngineDoesNotWaitForItselfAndKeepsItsLock(LogCapture.CapturedLog output) {
		this.store.grantEverything();
		Lease lease = this.locks.acquire(LockRequest.of("mine"));
		this.locks.stop();
		assertThat(lease.isHeld()).as("its work goes on").isTrue();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
		assertThat(output).contains("1 locks are still held at shutdown");
		lease.release();
	}

	@Test
	void threadThatStopsTheEngineWaitsForOthers() throws Exception {
		this.store.grantEverything();
		Lease other = this.locks.acquire(LockRequest.of("other").release(ReleaseMode.CONFIRMED));
		WaitingCaller<Boolean> stopping = WaitingCaller.start(this.bench.clock(), () -> {
			Lease mine = this.locks.acquire(LockRequest.of("mine"));
			this.locks.stop();
			return mine.isHeld();
		});
		while (!isRefusing()) {
			Thread.onSpinWait();
		}
		assertThat(this.store.stops()).isZero();
		other.close();
		assertThat(stopping.result()).isTrue();
		assertThat(this.store.stops()).isOne();
	}

	private boolean isRefusing() {
		return WaitingCaller.start(this.bench.clock(), () -> {
			try {
				this.locks.acquire(LockRequest.of("third").noWait()).close();
				return false;
			}
			catch (LockUnavailableException ex) {
				return true;
			}
		}).result();
	}

}
