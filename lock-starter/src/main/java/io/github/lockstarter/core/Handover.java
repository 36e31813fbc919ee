package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * How a hold gives its lock on when its last lease is closed:
 *
 * <ul>
 * <li>to the next caller of this JVM, without a word to the store, while the turn of this
 * JVM lasts (a cohort: Dice, Marathe, Shavit, "Lock Cohorting", PPoPP 2012);</li>
 * <li>at the end of the turn by YIELD, which gives the next caller a new turn, or a place
 * behind those who wait on other servers;</li>
 * <li>by RELEASE when nobody waits here, or when a minimum hold keeps the name
 * taken.</li>
 * </ul>
 *
 * <p>
 * The bounds of a turn hold always, whether or not another server waits: nobody here can
 * know.
 */
final class Handover {

	// A turn must not use up the lease that another server waits for.
	private static final int SHARE_OF_LEASE = 10;

	private final Engine engine;

	private final String name;

	private final Ownership ownership;

	private final LeaseDeadline deadline;

	private final boolean confirmed;

	private final LongSupplier minHoldLeft;

	Handover(Engine engine, String name, Ownership ownership, LeaseDeadline deadline, boolean confirmed,
			LongSupplier minHoldLeft) {
		this.engine = engine;
		this.name = name;
		this.ownership = ownership;
		this.deadline = deadline;
		this.confirmed = confirmed;
		this.minHoldLeft = minHoldLeft;
	}

	/**
	 * Gives the lock on.
	 * @param turn the local turn, or {@code null} for a holder that did not queue
	 * @return whether the lock was still ours, as far as is known
	 */
	boolean run(@Nullable LocalTurn turn) {
		if (turn == null) {
			return release().await();
		}
		LocalTurn next = (this.minHoldLeft.getAsLong() > 0) ? null : this.engine.queues().advance(turn);
		if (next == null) {
			Release release = release();
			this.engine.queues().pass(turn);
			return release.await();
		}
		Ownership passed = passable(next.contender());
		if (passed != null) {
			next.inherit(new Outcome.Granted(passed, this.deadline, !this.confirmed));
			return true;
		}
		return yieldTo(next);
	}

	private @Nullable Ownership passable(BlockingAcquisition next) {
		Moment now = this.engine.clock().now();
		LockSettings settings = this.engine.settings();
		long turnNanos = Math.min(settings.cohortMaxTime().toNanos(), settings.leaseTime().toNanos() / SHARE_OF_LEASE);
		boolean inTurn = now.nanos() - this.ownership.begin().nanos() < turnNanos
				&& this.ownership.passes() < settings.cohortMaxPasses()
				&& this.deadline.remainingNanos(now) > settings.handOffLease().toNanos() / 2;
		return (inTurn && next.terms().renewed()) ? this.ownership.next() : null;
	}

	private boolean yieldTo(LocalTurn next) {
		Acquisition acquisition = next.contender().acquisition();
		next.asking(acquisition);
		CompletionStage<Grant> answer = acquisition.startByYield(this.ownership.id());
		forget();
		next.begin();
		try {
			return switch (this.engine.await(answer).status()) {
				case OWNED, WAIT -> true;
				case LOST -> false;
				default -> release().await();
			};
		}
		catch (StoreException ex) {
			// Not known whether it was executed: a release is right in either case.
			return release().await();
		}
	}

	private Release release() {
		Release release = new Release(this.engine, this.name, this.ownership.id(), this.minHoldLeft);
		forget();
		return release;
	}

	/**
	 * From now on a message for this id is for nobody. Not before the command is sent: a
	 * message that was overtaken by the answer to a poll would be given back first, and
	 * the command would find the lock released.
	 */
	private void forget() {
		this.engine.attempts().unregister(this.ownership.id());
	}

}
