package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.observer.LossReason;

/**
 * The end of one hold, and who has to know of it: the next caller or the store, whoever
 * waits for the holders, the observers.
 */
final class HoldEnd {

	private static final Log logger = LogFactory.getLog(HoldEnd.class);

	private final EngineContext context;

	private final LockIdentity lock;

	private final GiveOn giveOn;

	private final Runnable over;

	private final AttemptEvents events;

	HoldEnd(EngineContext context, LockIdentity lock, GiveOn giveOn, Runnable over, AttemptEvents events) {
		this.context = context;
		this.lock = lock;
		this.giveOn = giveOn;
		this.over = over;
		this.events = events;
	}

	/**
	 * Gives the lock on, and waits for the store if that is to be confirmed.
	 * @return whether the lock was lost
	 */
	boolean close(EndedHold ended) {
		return ended.release().isOnlySent() ? send(ended, true) : isLost(ended, await(ended));
	}

	/**
	 * Gives the lock on, and nobody waits.
	 * @return whether the lock was lost, once that is known, or the lock goes on being
	 * given on in the background; completed on a thread of the engine or the store
	 */
	CompletionStage<Boolean> closeLater(EndedHold ended) {
		return ended.release().isOnlySent() ? CompletableFuture.completedFuture(send(ended, false))
				: later(ended).thenApply((ours) -> isLost(ended, ours));
	}

	private static boolean isLost(EndedHold ended, boolean ours) {
		if (!ours) {
			ended.taken().run();
		}
		return !ours;
	}

	private boolean await(EndedHold ended) {
		boolean ours;
		try {
			ours = this.giveOn.run(ended);
		}
		finally {
			this.over.run();
		}
		return tell(ours, true);
	}

	private CompletionStage<Boolean> later(EndedHold ended) {
		return giveOnLater(ended).handle((ours, failure) -> {
			this.over.run();
			return tell(failure != null || ours, false);
		});
	}

	/**
	 * Gives the lock on, and goes on at once. What only the store knows of a loss is told
	 * when it is known; a stop waits until nothing is on its way any more.
	 * @param blocks whether observers may be called here, if all is known at once
	 * @return not lost, as far as is known
	 */
	private boolean send(EndedHold ended, boolean blocks) {
		Duration held = this.lock.heldSince(this.context.nanoTime());
		CompletableFuture<Boolean> ours = giveOnLater(ended).toCompletableFuture();
		boolean onThisThread = blocks && ours.isDone();
		ours.whenComplete((still, failure) -> {
			ended.release().whenNotRepeated(this.over);
			if (failure != null || still) {
				this.events.released(this.lock.token(), held, onThisThread);
			}
			else {
				ended.taken().run();
				ended.listeners().run();
			}
		});
		return false;
	}

	private CompletionStage<Boolean> giveOnLater(EndedHold ended) {
		try {
			return this.giveOn.runLater(ended);
		}
		catch (RuntimeException | Error ex) {
			this.over.run();
			throw ex;
		}
	}

	private boolean tell(boolean ours, boolean onThisThread) {
		if (ours) {
			this.events.released(this.lock.token(), this.lock.heldSince(this.context.nanoTime()), onThisThread);
		}
		return ours;
	}

	/**
	 * The lock was held and is lost.
	 */
	void lost() {
		this.over.run();
		this.giveOn.passTurn();
	}

	/**
	 * The last lease of a hold was closed that is lost by this JVM's clock; in the store
	 * it may be ours for a while yet.
	 */
	void lostBefore(Release release) {
		release.inBackground();
		this.context.attempts().unregister(this.lock.id());
	}

	/**
	 * Nobody can close the leases any more. The work may go on without them: the lock is
	 * its own until the deadline, and no longer, whatever a renewal on its way has asked
	 * for.
	 * @param release gives the lock back, after the deadline
	 * @param millis until the deadline
	 * @param held whether it was held until now
	 */
	void abandoned(Release release, long millis, boolean held) {
		this.context.attempts().unregister(this.lock.id());
		this.context.background().later(release::inBackground, millis + 1);
		this.giveOn.passTurn();
		if (held) {
			this.over.run();
			this.context.threads().notify(() -> logger.warn(LockMessages.abandoned(this.lock.name())));
			this.events.lost(this.lock.token(), LossReason.ABANDONED, this.lock.heldSince(this.context.nanoTime()));
		}
	}

}
