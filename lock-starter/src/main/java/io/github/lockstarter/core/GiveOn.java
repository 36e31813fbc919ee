package io.github.lockstarter.core;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.LossReason;
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

	// After these it is known that the lock was held until then, or is held by another.
	private static final Set<LossReason> HELD_UNTIL_LOST = EnumSet.of(LossReason.FIXED_LEASE, LossReason.MAX_HOLD,
			LossReason.TAKEN);

	// A tenth of a turn: whoever comes to wait then waits no longer for it.
	private static final int YOUNG = 10;

	private static final Log logger = LogFactory.getLog(GiveOn.class);

	private final EngineContext context;

	private final LocalQueues queues;

	private final BooleanSupplier running;

	private final @Nullable LocalTurn turn;

	private final SharedReads.@Nullable Grant shared;

	// One that a stop has given back may still be closed by its owner: it leaves once.
	private final AtomicBoolean left = new AtomicBoolean();

	/**
	 * Creates the way in which one hold will be given on.
	 * @param context what all holds share
	 * @param queues where the callers of this JVM wait
	 * @param running whether the engine runs
	 * @param turn the local turn, or {@code null} for a holder that did not queue
	 * @param shared what it has together with other readers of this JVM, or {@code null}
	 */
	GiveOn(EngineContext context, LocalQueues queues, BooleanSupplier running, @Nullable LocalTurn turn,
			SharedReads.@Nullable Grant shared) {
		this.context = context;
		this.queues = queues;
		this.running = running;
		this.turn = turn;
		this.shared = shared;
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
	 * Gives nothing on, because the lock is lost: nobody knows who has it, unless its
	 * time was over or the store has said so.
	 */
	void passLostTurn(LossReason reason) {
		if (this.turn != null && !HELD_UNTIL_LOST.contains(reason)) {
			this.turn.notHeld();
		}
		passTurn();
		if (this.shared != null) {
			this.shared.close();
		}
	}

	/**
	 * The lease lasts longer now.
	 */
	void extended(LeaseDeadline later) {
		if (this.shared != null) {
			this.shared.extendTo(later);
		}
	}

	/**
	 * Gives back what is lost by this JVM's clock; in the store it may be ours for a
	 * while yet.
	 */
	void closeLost(Release release) {
		Release last = leave(release);
		if (last != null) {
			last.inBackground();
			this.context.attempts().unregister(release.ownership().id());
		}
	}

	/**
	 * Gives the lock back when its lease is over, whose work nobody can end.
	 */
	void closeLater(Release release, long millis) {
		if (this.shared == null) {
			this.context.attempts().unregister(release.ownership().id());
		}
		this.context.background().later(() -> closeLost(release), millis);
		passTurn();
	}

	/**
	 * Leaves.
	 * @return how the lock is given back, or {@code null} as long as others in this JVM
	 * have the same
	 */
	private @Nullable Release leave(Release release) {
		if (this.shared == null) {
			return release;
		}
		return this.left.compareAndSet(false, true) ? this.shared.leave(release) : null;
	}

	/**
	 * Gives the lock on, and tells who has to know. Where the holder does not wait for
	 * it, what only the store knows of a loss is told when it is known; a stop waits
	 * until nothing is on its way any more.
	 * @param release gives the lock back to the store, where that is what is done
	 * @param extending whether a longer lease was asked for that is not confirmed
	 * @param end who is told
	 * @param listeners tells the listeners of the last lease
	 * @param blocks whether the caller's thread waits for the store, if the release is to
	 * be {@linkplain ReleaseMode confirmed}
	 * @return whether the lock was lost, as far as the holder waits to know: complete
	 * where the thread waits
	 */
	CompletionStage<Boolean> close(Release release, boolean extending, HoldEnd end, Runnable listeners,
			boolean blocks) {
		boolean sent = release.isOnlySent();
		long held = end.heldNanos();
		boolean asks = asksFirst(sent);
		Release last = asks ? null : leave(release);
		CompletionStage<Boolean> ours = asks ? askAndGiveOn(release, extending, end, blocks)
				: giveOn(last, extending, end, blocks && !sent);
		boolean onThisThread = blocks && ours.toCompletableFuture().isDone();
		CompletionStage<Boolean> lost = ours.handle((still, failure) -> {
			if (sent && last != null) {
				last.whenNotRepeated(end::over);
			}
			else {
				end.over();
			}
			if (failure != null || still) {
				end.released(sent ? held : end.heldNanos(), onThisThread);
				return false;
			}
			end.lost(LossReason.TAKEN, 0, "");
			end.tellLoss(LossReason.TAKEN);
			if (sent) {
				listeners.run();
			}
			return true;
		});
		return sent ? CompletableFuture.completedFuture(false) : lost;
	}

	/**
	 * Whether to ask if the lock is still ours, because others in this JVM go on with it.
	 * For as long as a turn nobody asks, as when a lock is passed on here; after that a
	 * holder that waits for its release is told of a loss, as one that gives the lock
	 * back.
	 */
	private boolean asksFirst(boolean sent) {
		return this.shared != null && !sent && this.shared.isOlderThanATurn() && this.shared.hasOthers();
	}

	/**
	 * Asks, and leaves after that: whoever is the last one would give back what is asked
	 * for.
	 */
	private CompletionStage<Boolean> askAndGiveOn(Release release, boolean extending, HoldEnd end, boolean blocks) {
		return this.context.answered(release.ask(), blocks)
			.handle((reply, failure) -> reply == null || reply.status() == StoreReply.Status.OWNED || release.isOver())
			.thenCompose((still) -> still ? giveOn(leave(release), extending, end, blocks) : leaveLost(release));
	}

	private CompletionStage<Boolean> leaveLost(Release release) {
		if (this.shared != null) {
			this.shared.close();
		}
		closeLost(release);
		return CompletableFuture.completedFuture(false);
	}

	/**
	 * Gives the lock on.
	 * @param release how, or {@code null} as long as others in this JVM have it
	 * @return whether it was still ours, as far as is known
	 */
	private CompletionStage<Boolean> giveOn(@Nullable Release release, boolean extending, HoldEnd end, boolean blocks) {
		if (release == null) {
			return CompletableFuture.completedFuture(true);
		}
		String id = release.ownership().id();
		try {
			LocalTurn next = next(release);
			if (next != null && pass(release, extending, next)) {
				return CompletableFuture.completedFuture(true);
			}
			CompletionStage<Boolean> ours = (next != null) ? yieldTo(next, release, blocks)
					: release.answered(send(release), blocks);
			// Not before the answer: a grant that came by a poll may have left its
			// message on the way, and to give that back would release the lock before we
			// do.
			return ours.whenComplete(
					(known, failure) -> release.whenNotRepeated(() -> this.context.attempts().unregister(id)));
		}
		catch (RuntimeException | Error ex) {
			this.context.attempts().unregister(id);
			end.over();
			throw ex;
		}
	}

	private @Nullable LocalTurn next(Release release) {
		return (this.turn != null && release.minHoldLeft() == 0 && this.running.getAsBoolean())
				? this.queues.advance(this.turn) : null;
	}

	private boolean pass(Release release, boolean extending, LocalTurn next) {
		long left = release.deadline().remainingNanos(this.context.now());
		Ownership passed = passable(release, left, next);
		if (passed != null) {
			// Who comes next renews at once if a length was asked for and is not
			// confirmed, or half of it is gone.
			boolean isShort = extending || left < this.context.settings().leaseTime().toNanos() / 2;
			next.inherit(new AttemptOutcome.Granted(passed, release.deadline(), isShort));
		}
		return passed != null;
	}

	private @Nullable Ownership passable(Release release, long left, LocalTurn next) {
		Ownership ownership = release.ownership();
		LockSettings settings = this.context.settings();
		long lease = settings.leaseTime().toNanos();
		// What is left of a long fixed lease is not for a caller that may crash; and one
		// that was asked for without an answer is not known to whoever would release it.
		boolean passes = isInTurn(ownership) && left > settings.handOffLease().toNanos() / 2 && left <= lease
				&& release.leaseMillis() <= settings.leaseMillis();
		return (passes && next.isForRenewal()) ? ownership.next() : null;
	}

	/**
	 * Whether the turn goes on. Where nobody else waited when it began it is longer while
	 * it is young: to ask the store takes as long as ten passes.
	 */
	private boolean isInTurn(Ownership ownership) {
		long age = this.context.nanoTime() - ownership.begin().nanos();
		boolean alone = !ownership.contested() && age < this.context.turnNanos() / YOUNG;
		LockSettings settings = this.context.settings();
		return age < this.context.turnNanos()
				&& ownership.passes() < (alone ? settings.passesWhileAlone() : settings.cohortMaxPasses());
	}

	private CompletionStage<StoreReply> send(Release release) {
		CompletionStage<StoreReply> answer = release.send();
		passTurn();
		return answer;
	}

	private CompletionStage<Boolean> yieldTo(LocalTurn next, Release release, boolean blocks) {
		return this.context.answered(sendYield(next, release), blocks)
			.handle((reply, failure) -> yielded(next, release, reply, failure, blocks))
			.thenCompose((ours) -> ours);
	}

	private static CompletionStage<StoreReply> sendYield(LocalTurn next, Release release) {
		try {
			return next.ask().startByYield(release.ownership().id());
		}
		finally {
			// whatever happens here: who waits behind a turn that nobody ends waits for
			// ever
			next.begin();
		}
	}

	private static CompletionStage<Boolean> yielded(LocalTurn next, Release release, @Nullable StoreReply reply,
			@Nullable Throwable failure, boolean blocks) {
		if (reply == null) {
			// Not known whether it was executed: a release is right in either case.
			logger.debug("YIELD of lock '" + LoggedText.name(release.name()) + "' has no answer", failure);
			release.inBackground();
			return CompletableFuture.completedFuture(true);
		}
		return switch (reply.status()) {
			case OWNED, WAIT -> CompletableFuture.completedFuture(true);
			case LOST -> CompletableFuture.completedFuture(release.isOver());
			default -> release.answered(release.send(), blocks);
		};
	}

}
