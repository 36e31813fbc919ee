package io.github.lockstarter.core;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the holds that a stop waits for, and spends the shutdown timeout, once for both
 * parts of a stop.
 */
final class Drain {

	private static final Logger logger = LoggerFactory.getLogger(Drain.class);

	private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

	// An early thread may also hold locks for short work, such as the next message of a
	// queue. A lease that it has held for a quarter of the shutdown timeout is not short
	// work.
	private static final int SHARE_OF_SHORT_WORK = 4;

	private final EngineContext context;

	private final Holds holds;

	private final EarlyCallers early;

	private long left;

	Drain(EngineContext context, Holds holds, EarlyCallers early) {
		this.context = context;
		this.holds = holds;
		this.early = early;
	}

	void begin() {
		this.left = this.context.settings().shutdownTimeout().toNanos();
	}

	// By a part of the stop that comes before this one.
	void spend(long nanos) {
		this.left -= Math.min(nanos, this.left);
	}

	void awaitWork() {
		await((hold) -> isOrphan(hold) || isAsOldAsABean(hold));
	}

	void awaitLast() {
		await((hold) -> isOrphan(hold) || (this.early.isHold(hold) && this.early.isStarter(hold.key().owner())));
	}

	private void await(Predicate<Hold> notAwaited) {
		boolean none;
		do {
			giveBackWhatIsExited();
			none = this.holds.awaitNoneBut(notAwaited, Math.max(0, Math.min(this.left, CHECK_NANOS)),
					this.context.runtime());
			this.left -= none ? 0 : CHECK_NANOS;
		}
		while (!none && this.left > 0 && !Thread.currentThread().isInterrupted());
	}

	// Its executors have ended, too: no other thread can close the lease.
	private static boolean isOrphan(Hold hold) {
		return LifecycleSteps.hasEnded(hold.key().owner()) && hold.isOfOwnerAlone();
	}

	private boolean isAsOldAsABean(Hold hold) {
		boolean early = this.early.isHold(hold)
				|| (this.early.isThread(hold.key().owner()) && hold.end().heldNanos() >= shortWorkNanos());
		return early && hold.isOfOwnerAlone();
	}

	private long shortWorkNanos() {
		return this.context.settings().shutdownTimeout().toNanos() / SHARE_OF_SHORT_WORK;
	}

	// Such a thread waits for this stop (System.exit inside the work), and this stop
	// would wait for its lock.
	private void giveBackWhatIsExited() {
		this.holds.forEach((hold) -> {
			if (LifecycleSteps.endsTheJvm(hold.key().owner())) {
				LifecycleSteps.run(hold::giveBack);
			}
		});
	}

	void report() {
		if (this.holds.size() == 0) {
			return;
		}
		long held = this.holds.held();
		if (held > 0) {
			logger.warn(held + " locks are still held at shutdown. They are not released, because their leases are "
					+ "not closed and work may continue under them; each is free when its lease expires.");
		}
		long given = this.holds.size() - held;
		if (given > 0) {
			logger.warn(given + " locks were released, but " + this.context.store().label()
					+ " did not answer before the shutdown; each is free when its lease expires, at the latest.");
		}
	}

}
