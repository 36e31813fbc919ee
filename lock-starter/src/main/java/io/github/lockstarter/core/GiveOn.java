package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.LoggedText;

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
final class GiveOn {

	// A turn must not use up the lease that another server waits for.
	private static final int SHARE_OF_LEASE = 10;

	private static final Log logger = LogFactory.getLog(GiveOn.class);

	private final Engine engine;

	private final Ownership ownership;

	private final boolean pending;

	private final Release release;

	/**
	 * Creates the hand-over of a lock.
	 * @param engine what all holds share
	 * @param ownership the ownership in the store
	 * @param pending whether a length was asked for that is not confirmed
	 * @param release gives the lock back to the store
	 */
	GiveOn(Engine engine, Ownership ownership, boolean pending, Release release) {
		this.engine = engine;
		this.ownership = ownership;
		this.pending = pending;
		this.release = release;
	}

	/**
	 * Gives the lock on.
	 * @param turn the local turn, or {@code null} for a holder that did not queue
	 * @return whether the lock was still ours, as far as is known
	 */
	boolean run(@Nullable LocalTurn turn) {
		LocalTurn next = next(turn);
		if (next != null && pass(next)) {
			return true;
		}
		try {
			return (next != null) ? yieldTo(next) : this.release.await(release(turn));
		}
		finally {
			forget();
		}
	}

	/**
	 * Gives the lock on without waiting for the store.
	 * @param turn the local turn, or {@code null} for a holder that did not queue
	 * @return whether the lock was still ours, as far as is known
	 */
	CompletionStage<Boolean> runLater(@Nullable LocalTurn turn) {
		LocalTurn next = next(turn);
		if (next != null && pass(next)) {
			return CompletableFuture.completedFuture(true);
		}
		CompletionStage<Boolean> ours = (next != null) ? yieldLater(next) : this.release.answered(release(turn));
		return ours.whenComplete((known, failure) -> forget());
	}

	private @Nullable LocalTurn next(@Nullable LocalTurn turn) {
		return (turn != null && this.release.minHoldLeft() == 0 && this.engine.isRunning())
				? this.engine.queues().advance(turn) : null;
	}

	private boolean pass(LocalTurn next) {
		Ownership passed = passable(next.contender());
		if (passed != null) {
			next.inherit(new AttemptOutcome.Granted(passed, this.release.deadline(), isShort()));
		}
		return passed != null;
	}

	private void forget() {
		// Not before the answer: a grant that came by a poll may have left its message on
		// the way, and to give that back would release the lock before we do.
		this.engine.attempts().unregister(this.ownership.id());
	}

	private CompletionStage<StoreReply> release(@Nullable LocalTurn turn) {
		CompletionStage<StoreReply> answer = this.release.send();
		if (turn != null) {
			this.engine.queues().pass(turn);
		}
		return answer;
	}

	private @Nullable Ownership passable(SingleEntry next) {
		Moment now = this.engine.clock().now();
		LockSettings settings = this.engine.settings();
		long lease = settings.leaseTime().toNanos();
		long left = this.release.deadline().remainingNanos(now);
		// What is left of a long fixed lease is not for a caller that may crash.
		boolean inTurn = now.nanos() - this.ownership.begin().nanos() < Math.min(settings.cohortMaxTime().toNanos(),
				lease / SHARE_OF_LEASE) && this.ownership.passes() < settings.cohortMaxPasses()
				&& left > settings.handOffLease().toNanos() / 2 && left <= lease;
		return (inTurn && next.terms().renewed()) ? this.ownership.next() : null;
	}

	/**
	 * Whether the next holder has to renew at once: a length was asked for and is not
	 * confirmed, or half of it is gone.
	 */
	private boolean isShort() {
		long left = this.release.deadline().remainingNanos(this.engine.clock().now());
		return this.pending || left < this.engine.settings().leaseTime().toNanos() / 2;
	}

	private boolean yieldTo(LocalTurn next) {
		CompletionStage<StoreReply> answer = sendYield(next);
		try {
			return switch (this.engine.await(answer).status()) {
				case OWNED, WAIT -> true;
				case LOST -> this.release.isOver();
				default -> this.release.await(this.release.send());
			};
		}
		catch (StoreException ex) {
			return unclear(ex);
		}
	}

	private CompletionStage<Boolean> yieldLater(LocalTurn next) {
		return this.engine.answered(sendYield(next))
			.handle((reply, failure) -> (failure != null) ? CompletableFuture.completedFuture(unclear(failure))
					: switch (reply.status()) {
						case OWNED, WAIT -> CompletableFuture.completedFuture(true);
						case LOST -> CompletableFuture.completedFuture(this.release.isOver());
						default -> this.release.answered(this.release.send());
					})
			.thenCompose((ours) -> ours);
	}

	private CompletionStage<StoreReply> sendYield(LocalTurn next) {
		StoreAttempt acquisition = next.contender().acquisition();
		next.asking(acquisition);
		CompletionStage<StoreReply> answer = acquisition.startByYield(this.ownership.id());
		next.begin();
		return answer;
	}

	private boolean unclear(Throwable failure) {
		// Not known whether it was executed: a release is right in either case.
		logger.debug("YIELD of lock '" + LoggedText.name(this.release.name()) + "' has no answer", failure);
		this.release.inBackground();
		return true;
	}

}
