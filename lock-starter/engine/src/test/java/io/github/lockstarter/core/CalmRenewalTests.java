package io.github.lockstarter.core;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the renewal does while no renewal works, by the clocks of this machine. The bounds
 * are on counts and on processor time, which a busy machine makes smaller.
 */
// how much is done in some seconds of real time
@Tag("slow")
@Timeout(120)
class CalmRenewalTests {

	// A tenth of its renewal interval is longer than any pause between repetitions.
	private static final Duration LEASE = Duration.ofSeconds(9);

	private final LockClock clock = new SystemLockClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final Engine engine = new Engine(this.store, TestSettings.of((settings) -> settings.leaseTime = LEASE),
			new ThreadRuntime(this.clock), List.of());

	private final List<SingleLease> leases = new ArrayList<>();

	CalmRenewalTests() {
		this.engine.start();
	}

	@AfterEach
	void stop() {
		this.engine.stop();
	}

	@Test
	void thousandsOfHoldsThatCannotBeRenewedAreLittleWork() {
		AtomicInteger renewals = new AtomicInteger();
		AtomicLong renewalThread = new AtomicLong();
		this.store.script((command) -> {
			renewals.incrementAndGet();
			renewalThread.set(Thread.currentThread().getId());
			command.fail(StoreException.Outcome.NOT_SENT);
		});
		long begin = System.nanoTime();
		open(3_000);
		awaitLoss();
		long worked = ManagementFactory.getThreadMXBean().getThreadCpuTime(renewalThread.get());
		assertThat((double) worked / (System.nanoTime() - begin)).as("share of a processor").isLessThan(0.4);
		assertThat(renewals.get() / 3_000).as("renewals of each, with pauses of 130 ms on average").isLessThan(70);
	}

	private void open(int count) {
		for (int i = 0; i < count; i++) {
			// the first renewal is due
			Moment begin = this.clock.now().plusMillis(-LEASE.toMillis() / 3);
			HoldKey key = new HoldKey(this, "lock" + i);
			Ownership ownership = new Ownership("client:" + i, 1, 1, 17, begin);
			Hold hold = this.engine.hold(key,
					new AttemptOutcome.Granted(ownership, LeaseDeadline.after(begin, LEASE.toMillis()), false), begin,
					null, AttemptEvents.NONE);
			this.leases.add(Bench.reenter(hold, new LeaseTerms(LEASE.toMillis(), true, 0, ReleaseMode.CONFIRMED)));
			this.engine.began(hold);
		}
	}

	private void awaitLoss() {
		Awaitility.await().until(() -> this.leases.stream().allMatch((lease) -> lease.hold().isLost()));
	}

}
