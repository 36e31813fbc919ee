package io.github.lockstarter.core;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.LoggedText;

/**
 * Hands a lock over when its last lease is closed: to the next caller of this JVM, by
 * YIELD to the next caller or instance, or back to the store.
 */
final class Handover {

	// After these reasons it is known that the lock was held until the loss, or is held
	// by another caller.
	private static final Set<LossReason> HELD_UNTIL_LOST = EnumSet.of(LossReason.FIXED_LEASE, LossReason.MAX_HOLD,
			LossReason.TAKEN);

	// A tenth of a turn: a caller of another instance that arrives then still waits no
	// longer than a turn.
	private static final int YOUNG = 10;

	private static final Logger logger = LoggerFactory.getLogger(Handover.class);

	private final EngineContext context;

	private final LocalQueues queues;

	private final BooleanSupplier running;

	private final @Nullable LocalPlace place;

	private final SharedReads.@Nullable Grant shared;

	// A stop may have given the hold back before its owner closes it: it leaves once.
	private final AtomicBoolean left = new AtomicBoolean();

	Handover(EngineContext context, LocalQueues queues, BooleanSupplier running, @Nullable LocalPlace place,
			SharedReads.@Nullable Grant shared) {
		this.context = context;
		this.queues = queues;
		this.running = running;
		this.place = place;
		this.shared = shared;
	}

	void passTurn() {
		if (this.place != null) {
			this.queues.pass(this.place);
		}
	}

	// After any other reason the holder of the lock is unknown.
	void passLostTurn(LossReason reason) {
		if (this.place != null && !HELD_UNTIL_LOST.contains(reason)) {
			this.place.markHoldUnknown();
		}
		passTurn();
		if (this.shared != null) {
			this.shared.close();
		}
	}

	void extended(LeaseDeadline later) {
		if (this.shared != null) {
			this.shared.extendTo(later);
		}
	}

	void closeLost(Release release) {
		Release last = leave(release);
		if (last != null) {
			last.inBackground();
			this.context.attempts().unregister(release.ownership().id());
		}
	}

	void closeLater(Release release, long millis) {
		if (this.shared == null) {
			this.context.attempts().unregister(release.ownership().id());
		}
		this.context.background().later(() -> closeLost(release), millis);
		passTurn();
	}

	// Null as long as other readers of this JVM have the same grant.
	private @Nullable Release leave(Release release) {
		if (this.shared == null) {
			return release;
		}
		return this.left.compareAndSet(false, true) ? this.shared.leave(release) : null;
	}

	// If the holder does not wait for the store, a loss that only the store knows is
	// reported when it is known, and a stop waits until nothing is in flight.
	CompletionStage<Boolean> close(Release release, boolean extending, LossNotice end, Runnable listeners,
			boolean blocks) {
		boolean sent = release.isOnlySent();
		long held = end.heldNanos();
		boolean asks = asksFirst(sent);
		Release last = asks ? null : leave(release);
		CompletionStage<Boolean> ours = asks ? askAndGiveOn(release, extending, end, blocks)
				: handOver(last, extending, end, blocks && !sent);
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

	// Other readers of this JVM keep the grant, so no release would reveal a loss. Within
	// one turn the lock is trusted, as it is when passed on; after that a holder that
	// waits for its release learns of a loss.
	private boolean asksFirst(boolean sent) {
		return this.shared != null && !sent && this.shared.isOlderThanATurn() && this.shared.hasOthers();
	}

	// Asks first: once it has left, another reader might release what it asks for.
	private CompletionStage<Boolean> askAndGiveOn(Release release, boolean extending, LossNotice end, boolean blocks) {
		return this.context.await(release.ask(), blocks)
			.handle((reply, failure) -> reply == null || reply.status() == StoreReply.Status.OWNED || release.isOver())
			.thenCompose((still) -> still ? handOver(leave(release), extending, end, blocks) : leaveLost(release));
	}

	private CompletionStage<Boolean> leaveLost(Release release) {
		if (this.shared != null) {
			this.shared.close();
		}
		closeLost(release);
		return CompletableFuture.completedFuture(false);
	}

	private CompletionStage<Boolean> handOver(@Nullable Release release, boolean extending, LossNotice end,
			boolean blocks) {
		if (release == null) {
			return CompletableFuture.completedFuture(true);
		}
		String id = release.ownership().id();
		try {
			LocalPlace next = next(release);
			if (next != null && pass(release, extending, next)) {
				return CompletableFuture.completedFuture(true);
			}
			CompletionStage<Boolean> ours = (next != null) ? yieldTo(next, release, blocks)
					: release.answered(send(release), blocks);
			// Not before the answer: a grant that came by a poll may have its
			// notification in flight, which would be given back if unknown, and so
			// release the lock too early.
			return ours.whenComplete(
					(known, failure) -> release.whenNotRepeated(() -> this.context.attempts().unregister(id)));
		}
		catch (RuntimeException | Error ex) {
			this.context.attempts().unregister(id);
			end.over();
			throw ex;
		}
	}

	private @Nullable LocalPlace next(Release release) {
		return (this.place != null && release.minHoldLeftMillis() == 0 && this.running.getAsBoolean())
				? this.queues.advance(this.place) : null;
	}

	private boolean pass(Release release, boolean extending, LocalPlace next) {
		long left = release.deadline().remainingNanos(this.context.now());
		Ownership passed = passable(release, left, next);
		if (passed != null) {
			boolean isShort = extending || left < this.context.settings().leaseTime().toNanos() / 2;
			next.inherit(new AttemptOutcome.Granted(passed, release.deadline(), isShort));
		}
		return passed != null;
	}

	private @Nullable Ownership passable(Release release, long left, LocalPlace next) {
		Ownership ownership = release.ownership();
		LockSettings settings = this.context.settings();
		long lease = settings.leaseTime().toNanos();
		// The rest of a long fixed lease is not passed to a caller that may crash; and if
		// a longer lease was requested and not answered, the release by the next holder
		// would not account for it.
		boolean passes = isInTurn(ownership) && left > settings.handOffLease().toNanos() / 2 && left <= lease
				&& release.leaseMillis() <= settings.leaseMillis();
		return (passes && next.isForRenewal()) ? ownership.next() : null;
	}

	// Without other waiters at its beginning a young turn allows more passes: a request
	// to the store takes as long as ten of them.
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

	private CompletionStage<Boolean> yieldTo(LocalPlace next, Release release, boolean blocks) {
		return this.context.await(sendYield(next, release), blocks)
			.handle((reply, failure) -> yielded(next, release, reply, failure, blocks))
			.thenCompose((ours) -> ours);
	}

	private static CompletionStage<StoreReply> sendYield(LocalPlace next, Release release) {
		try {
			return next.ask().startByYield(release.ownership().id());
		}
		finally {
			// in any case: callers behind a turn that nothing ends would wait for ever
			next.begin();
		}
	}

	private static CompletionStage<Boolean> yielded(LocalPlace next, Release release, @Nullable StoreReply reply,
			@Nullable Throwable failure, boolean blocks) {
		if (reply == null) {
			// It is unknown whether YIELD was executed: a release is right in both cases.
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
