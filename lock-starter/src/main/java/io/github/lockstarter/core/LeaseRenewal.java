package io.github.lockstarter.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.text.LoggedText;

/**
 * One daemon thread that renews all holds of this instance and notices those that are
 * over. It looks at all of them each time and renews in one batch what is due within a
 * tenth of the renewal interval, so that many holds cost few wake-ups and few commands.
 * It never waits for an answer: one lock that cannot be renewed does not delay another.
 */
final class LeaseRenewal implements Runnable {

	// Bounds the scans per second when very short leases end one after the other.
	private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final int SHARE_OF_INTERVAL = 10;

	private static final Log logger = LogFactory.getLog(LeaseRenewal.class);

	private final Holds holds;

	private final LockStore store;

	private final LockClock clock;

	private final long intervalNanos;

	private volatile @Nullable Thread thread;

	private volatile long nextWake;

	LeaseRenewal(Holds holds, LockStore store, LockClock clock, long intervalNanos) {
		this.holds = holds;
		this.store = store;
		this.clock = clock;
		this.intervalNanos = intervalNanos;
	}

	void start() {
		Thread renewal = new Thread(this, "distributed-lock-renewal");
		renewal.setDaemon(true);
		this.thread = renewal;
		renewal.start();
	}

	void stop() {
		Thread renewal = this.thread;
		this.thread = null;
		LockSupport.unpark(renewal);
	}

	/**
	 * Makes sure that the thread looks at the holds at that time at the latest.
	 */
	void wakeAt(long nanos) {
		if (nanos - this.nextWake < 0) {
			LockSupport.unpark(this.thread);
		}
	}

	@Override
	public void run() {
		while (Thread.currentThread() == this.thread) {
			try {
				renewDue();
			}
			catch (Throwable ex) {
				logger.warn("Renewal of locks failed and goes on", ex);
			}
			long pause = this.nextWake - this.clock.nanoTime();
			LockSupport.parkNanos(this, Math.max(pause, SHORTEST_PAUSE_NANOS));
		}
	}

	private void renewDue() {
		Moment now = this.clock.now();
		// Whoever adds a hold from here on wakes the thread once more: the scan may have
		// passed its place.
		this.nextWake = now.nanos() + Long.MAX_VALUE / 2;
		long until = now.nanos() + this.intervalNanos / SHARE_OF_INTERVAL;
		long[] next = { now.nanos() + this.intervalNanos };
		RenewalBatch due = new RenewalBatch();
		this.holds.forEach((hold) -> {
			long again = tick(hold, now, until, due);
			next[0] = (again - next[0] < 0) ? again : next[0];
		});
		this.nextWake = next[0];
		due.send(this.store);
	}

	private static long tick(Hold hold, Moment now, long until, RenewalRequests due) {
		try {
			return hold.tick(now, until, due);
		}
		catch (RuntimeException ex) {
			logger.warn("Renewal of lock '" + LoggedText.name(hold.name()) + "' failed and is repeated", ex);
			return until;
		}
	}

}
