package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.text.LoggedText;

/**
 * Renews all holds of this instance in batches and notices expired ones; it never waits
 * for an answer, so one failing renewal delays no other.
 */
final class RenewalLoop implements LockRuntime.LoopBody {

	// Checking a hold takes less than a microsecond, renewing it a few.
	private static final long PAUSE_PER_HOLD_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

	private static final int SHARE_OF_INTERVAL = 10;

	private static final Logger logger = LoggerFactory.getLogger(RenewalLoop.class);

	private final Holds holds;

	private final LockStore store;

	private final LockClock clock;

	private final long intervalNanos;

	private final LockRuntime.Loop loop;

	private final AtomicLong nextLookNanos = new AtomicLong();

	private final AtomicBoolean doubt = new AtomicBoolean();

	private volatile @Nullable Long doubtedNanos;

	private @Nullable Moment last;

	// Only in the loop: when the next pass may begin.
	private long earliestNanos;

	RenewalLoop(Holds holds, LockStore store, LockRuntime runtime, long intervalNanos) {
		this.holds = holds;
		this.store = store;
		this.clock = runtime.clock();
		this.intervalNanos = intervalNanos;
		this.loop = runtime.loop(ThreadKind.RENEWAL, this, Duration.ofNanos(intervalNanos / SHARE_OF_INTERVAL));
	}

	void start() {
		this.loop.start();
	}

	void stop() {
		this.loop.stop();
	}

	void wakeAt(long nanos) {
		long planned = this.nextLookNanos.getAndAccumulate(nanos, Moment::earlier);
		if (nanos - planned < 0) {
			this.loop.wake();
		}
	}

	void askForAll() {
		long now = this.clock.nanoTime();
		this.doubtedNanos = now;
		this.doubt.set(true);
		wakeAt(now);
	}

	// For the lock that was released by force; and for grants from before that whose hold
	// begins later, whatever their names.
	void askFor(String name) {
		Moment now = this.clock.now();
		this.doubtedNanos = now.nanos();
		this.holds.forEach((hold) -> {
			if (hold.name().equals(name)) {
				hold.renewal().doubt(now);
			}
		});
		wakeAt(now.nanos());
	}

	// A grant that was requested before all holds were doubted is doubted, too.
	void began(Hold hold) {
		Long doubted = this.doubtedNanos;
		if (doubted != null && hold.ownership().begin().nanos() - doubted < 0) {
			hold.renewal().doubt(this.clock.now());
			wakeAt(this.clock.nanoTime());
		}
		wakeAt(hold.renewal().firstTickNanos());
	}

	@Override
	public void pass() {
		long begin = this.clock.nanoTime();
		int looked = renewDue();
		this.earliestNanos = begin + Math.min(looked * PAUSE_PER_HOLD_NANOS, this.intervalNanos / SHARE_OF_INTERVAL);
	}

	@Override
	public long pauseNanos() {
		long now = this.clock.nanoTime();
		return Math.max(this.nextLookNanos.get() - now, this.earliestNanos - now);
	}

	@Override
	public void failed(Throwable failure) {
		// nothing ends the loop: without it every renewed lock is lost
		LifecycleSteps.log(() -> logger.warn("Renewal of locks failed and is repeated", failure));
	}

	private int renewDue() {
		Moment now = this.clock.now();
		// A hold that is added from here on plans its own check: the iteration may have
		// passed its place.
		this.nextLookNanos.set(now.nanos() + Long.MAX_VALUE / 2);
		long until = now.nanos() + this.intervalNanos / SHARE_OF_INTERVAL;
		boolean stepped = hasStepped(now);
		boolean doubted = this.doubt.getAndSet(false);
		long[] next = { now.nanos() + this.intervalNanos };
		int[] looked = new int[1];
		HoldRenewal.Batch due = new HoldRenewal.Batch();
		this.holds.forEach((hold) -> {
			if (doubted) {
				hold.renewal().doubt(now);
			}
			long at = hold.renewal().nextLookNanos();
			next[0] = Moment.earlier((stepped || at - until <= 0) ? tick(hold, now, until, due) : at, next[0]);
			looked[0]++;
		});
		this.nextLookNanos.accumulateAndGet(next[0], Moment::earlier);
		due.send(this.store);
		return looked[0];
	}

	// If the clocks have moved apart since the last pass, leases may have expired that
	// look valid by the monotonic clock.
	private boolean hasStepped(Moment now) {
		Moment before = this.last;
		this.last = now;
		return before != null && now.hasSteppedSince(before);
	}

	private static long tick(Hold hold, Moment now, long until, HoldRenewal.Batch due) {
		try {
			return hold.renewal().look(now, until, due);
		}
		catch (Throwable ex) {
			LifecycleSteps.log(() -> logger
				.warn("Renewal of lock '" + LoggedText.name(hold.name()) + "' failed and is repeated", ex));
			return until;
		}
	}

}
