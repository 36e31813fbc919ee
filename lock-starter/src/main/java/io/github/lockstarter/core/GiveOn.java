package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

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

	private final EngineContext context;

	private final LocalQueues queues;

	private final BooleanSupplier running;

	private final @Nullable LocalTurn turn;

	/**
	 * Creates the way in which one hold will be given on.
	 * @param context what all holds share
	 * @param queues where the callers of this JVM wait
	 * @param running whether the engine runs
	 * @param turn the local turn, or {@code null} for a holder that did not queue
	 */
	GiveOn(EngineContext context, LocalQueues queues, BooleanSupplier running, @Nullable LocalTurn turn) {
		this.context = context;
		this.queues = queues;
		this.running = running;
		this.turn = turn;
	}

	/**
	 * Gives nothing on: the turn of this JVM is over.
	 */
	void passTurn() {
		if (this.turn != null) {
			this.queues.pass(this.turn);
		}
	}

	/**
	 * Gives the lock on.
	 * @param ended what is given on
	 * @return whether the lock was still ours, as far as is known
	 */
	boolean run(EndedHold ended) {
		LocalTurn next = next(ended);
		if (next != null && pass(ended, next)) {
			return true;
		}
		try {
			return (next != null) ? yieldTo(ended, next) : ended.release().await(release(ended));
		}
		finally {
			forget(ended);
		}
	}

	/**
	 * Gives the lock on without waiting for the store.
	 * @param ended what is given on
	 * @return whether the lock was still ours, as far as is known
	 */
	CompletionStage<Boolean> runLater(EndedHold ended) {
		LocalTurn next = next(ended);
		if (next != null && pass(ended, next)) {
			return CompletableFuture.completedFuture(true);
		}
		CompletionStage<Boolean> ours = (next != null) ? yieldLater(ended, next)
				: ended.release().answered(release(ended));
		return ours.whenComplete((known, failure) -> forget(ended));
	}

	private @Nullable LocalTurn next(EndedHold ended) {
		return (this.turn != null && ended.release().minHoldLeft() == 0 && this.running.getAsBoolean())
				? this.queues.advance(this.turn) : null;
	}

	private boolean pass(EndedHold ended, LocalTurn next) {
		Ownership passed = passable(ended, next);
		if (passed != null) {
			next.inherit(new AttemptOutcome.Granted(passed, ended.release().deadline(), isShort(ended)));
		}
		return passed != null;
	}

	private void forget(EndedHold ended) {
		// Not before the answer: a grant that came by a poll may have left its message on
		// the way, and to give that back would release the lock before we do.
		this.context.attempts().unregister(ended.ownership().id());
	}

	private CompletionStage<StoreReply> release(EndedHold ended) {
		CompletionStage<StoreReply> answer = ended.release().send();
		passTurn();
		return answer;
	}

	private @Nullable Ownership passable(EndedHold ended, LocalTurn next) {
		Moment now = this.context.now();
		LockSettings settings = this.context.settings();
		Ownership ownership = ended.ownership();
		long lease = settings.leaseTime().toNanos();
		long left = ended.release().deadline().remainingNanos(now);
		// What is left of a long fixed lease is not for a caller that may crash; and one
		// that was asked for without an answer is not known to whoever would release it.
		boolean inTurn = now.nanos() - ownership.begin().nanos() < Math.min(settings.cohortMaxTime().toNanos(),
				lease / SHARE_OF_LEASE) && ownership.passes() < settings.cohortMaxPasses()
				&& left > settings.handOffLease().toNanos() / 2 && left <= lease
				&& ended.release().leaseMillis() <= settings.leaseMillis();
		return (inTurn && next.isForRenewal()) ? ownership.next() : null;
	}

	/**
	 * Whether the next holder has to renew at once: a length was asked for and is not
	 * confirmed, or half of it is gone.
	 */
	private boolean isShort(EndedHold ended) {
		long left = ended.release().deadline().remainingNanos(this.context.now());
		return ended.extending() || left < this.context.settings().leaseTime().toNanos() / 2;
	}

	private boolean yieldTo(EndedHold ended, LocalTurn next) {
		CompletionStage<StoreReply> answer = sendYield(ended, next);
		Release release = ended.release();
		try {
			return switch (this.context.await(answer).status()) {
				case OWNED, WAIT -> true;
				case LOST -> release.isOver();
				default -> release.await(release.send());
			};
		}
		catch (StoreException ex) {
			return unclear(release, ex);
		}
	}

	private CompletionStage<Boolean> yieldLater(EndedHold ended, LocalTurn next) {
		Release release = ended.release();
		return this.context.answered(sendYield(ended, next))
			.handle((reply, failure) -> (failure != null) ? CompletableFuture.completedFuture(unclear(release, failure))
					: switch (reply.status()) {
						case OWNED, WAIT -> CompletableFuture.completedFuture(true);
						case LOST -> CompletableFuture.completedFuture(release.isOver());
						default -> release.answered(release.send());
					})
			.thenCompose((ours) -> ours);
	}

	private static CompletionStage<StoreReply> sendYield(EndedHold ended, LocalTurn next) {
		try {
			return next.ask().startByYield(ended.ownership().id());
		}
		finally {
			// whatever happens here: who waits behind a turn that nobody ends waits for
			// ever
			next.begin();
		}
	}

	private static boolean unclear(Release release, Throwable failure) {
		// Not known whether it was executed: a release is right in either case.
		logger.debug("YIELD of lock '" + LoggedText.name(release.name()) + "' has no answer", failure);
		release.inBackground();
		return true;
	}

}
