package io.github.lockstarter.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Renews and releases locks.
 */
final class HoldCommands {

	private final SessionContext context;

	private final Directory directory;

	private final Reconciler reconciler;

	HoldCommands(SessionContext context, Reconciler reconciler) {
		this.context = context;
		this.directory = context.directory();
		this.reconciler = reconciler;
	}

	// One request for all, except those with another command on its way: they are renewed
	// after that.
	List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		SessionContext.Asked asked = this.context.ask();
		List<CompletionStage<StoreReply>> answers = new ArrayList<>();
		List<Place> places = new ArrayList<>();
		List<CompletableFuture<Boolean>> checks = new ArrayList<>();
		for (Renewal renewal : renewals) {
			SerialCommands lane = this.context.lanes().find(renewal.name());
			Claim own = (lane != null) ? lane.claim(renewal.id()) : null;
			if (lane != null && (!lane.isIdle() || lane.isInDoubt())) {
				answers.add(this.context.lanes().run(renewal.name(), (same) -> renew(same, renewal)));
			}
			else if (lane == null || own == null || !own.isOwner(asked.sent())) {
				answers.add(this.context.replied(Status.LOST));
			}
			else {
				CompletableFuture<Boolean> check = new CompletableFuture<>();
				places.add(own.place());
				checks.add(check);
				answers.add(check.thenApply((there) -> onChecked(lane, own, asked, renewal.leaseMillis(), there)));
			}
		}
		List<CompletionStage<Boolean>> asking = this.directory.check(places);
		for (int i = 0; i < checks.size(); i++) {
			CompletableFuture<Boolean> check = checks.get(i);
			asking.get(i).whenComplete((there, failure) -> {
				if (failure != null) {
					check.completeExceptionally(failure);
				}
				else {
					check.complete(there);
				}
			});
		}
		return answers;
	}

	private CompletionStage<StoreReply> renew(SerialCommands lane, Renewal renewal) {
		return this.reconciler.reconcileUnlessRefused(lane, renewal.id()).thenCompose((settled) -> {
			SessionContext.Asked asked = this.context.ask();
			Claim own = lane.claim(renewal.id());
			return (own != null && own.isOwner(asked.sent()))
					? this.directory.check(List.of(own.place()))
						.get(0)
						.thenApply((there) -> onChecked(lane, own, asked, renewal.leaseMillis(), there))
					: this.context.replied(Status.LOST);
		});
	}

	private StoreReply onChecked(SerialCommands lane, Claim own, SessionContext.Asked asked, long leaseMillis,
			boolean there) {
		if (!there) {
			lane.remove(own);
			this.context.lanes().forget(lane.name());
			return this.context.reply(Status.LOST);
		}
		return this.context.reply(Status.OWNED).withLease(this.reconciler.makeOwner(lane, own, asked, leaseMillis));
	}

	CompletionStage<StoreReply> release(SerialCommands lane, String id, long holdMillis) {
		return this.reconciler.reconcileUnlessRefused(lane, id).thenCompose((settled) -> {
			Claim own = lane.claim(id);
			if (own == null || own.state() == Claim.State.KEPT) {
				return this.context.replied(formerStatus(id));
			}
			if (holdMillis > 0 && own.isOwner(this.context.now())) {
				return keep(lane, own, holdMillis);
			}
			boolean waits = own.state() == Claim.State.WAITING;
			return this.reconciler.leave(lane, own).handle((there, failure) -> {
				Status before = formerStatus(id);
				if (!waits && !Boolean.FALSE.equals(there)) {
					// without an answer, too: it may have been released
					this.context.finished().add(id);
				}
				if (failure != null) {
					throw StoreException.of(failure);
				}
				return this.context.reply((there && !waits) ? Status.RELEASED : before);
			});
		});
	}

	private Status formerStatus(String id) {
		return this.context.finished().has(id) ? Status.ALREADY : Status.NOT_OWNER;
	}

	private CompletionStage<StoreReply> keep(SerialCommands lane, Claim own, long holdMillis) {
		return this.directory.mark(own.place(), holdMillis).handle((there, failure) -> {
			// Without the right or room to write, the lock is kept all the same; others
			// just cannot see for how long.
			if (failure != null && StoreException.of(failure).getOutcome() != StoreException.Outcome.REJECTED) {
				throw StoreException.of(failure);
			}
			if (Boolean.FALSE.equals(there)) {
				lane.remove(own);
				return this.context.reply(Status.NOT_OWNER);
			}
			this.context.finished().add(own.id());
			// from the answer on, so that the minimum hold is never shorter
			own.keep(this.context.now().plusMillis(holdMillis));
			this.reconciler.arm(lane, own);
			return this.context.reply(Status.RELEASED);
		});
	}

}
