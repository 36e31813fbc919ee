package io.github.lockstarter.core;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * For which holders a stop waits, and for how long: the shutdown timeout, once. A stop of
 * an application has two parts, and between them its beans are destroyed.
 *
 * <ol>
 * <li>While all beans work, it waits for holders whose work ends by itself. It does not
 * wait for a lease that lasts as long as a bean: one that was asked for before the
 * application had started, one whose thread has ended, or one that such an early thread
 * has held for long already.</li>
 * <li>When the beans that use the locks are destroyed, it waits for those that are still
 * about to end.</li>
 * </ol>
 */
final class Drain {

	private static final Log logger = LogFactory.getLog(Drain.class);

	// How often it checks again which holders it has to wait for.
	private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

	// An early thread may also take locks for short work, such as the next message of a
	// queue. A lease that it has held for this share of the shutdown timeout is no such.
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

	/**
	 * The next stop has its whole time.
	 */
	void begin() {
		this.left = this.context.settings().shutdownTimeout().toNanos();
	}

	/**
	 * Waits for the holders whose work ends by itself.
	 */
	void awaitWork() {
		await((hold) -> isOrphan(hold) || isAsOldAsABean(hold));
	}

	/**
	 * Waits for the holders that may still be about to end after their beans are
	 * destroyed.
	 */
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

	/**
	 * Whether the thread that acquired the lock has ended: only another one can close the
	 * lease, and the threads of the application's executors have ended, too.
	 */
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

	/**
	 * A thread that ends the JVM inside its work waits for this stop: neither waits for
	 * the other for long.
	 */
	private void giveBackWhatIsExited() {
		this.holds.forEach((hold) -> {
			if (LifecycleSteps.endsTheJvm(hold.key().owner())) {
				LifecycleSteps.run(hold::giveBack);
			}
		});
	}

	/**
	 * Counts in the log what stays held.
	 */
	void report() {
		if (this.holds.size() == 0) {
			return;
		}
		long held = this.holds.held();
		if (held > 0) {
			logger.warn(held + " locks are still held at shutdown. They are not released, because their leases are "
					+ "not closed and work may go on under them; each is free when its lease ends.");
		}
		long given = this.holds.size() - held;
		if (given > 0) {
			logger.warn(given + " locks were given back, and " + this.context.store().label()
					+ " has not answered until shutdown; each is free when its lease ends, at the latest.");
		}
	}

}
