package io.github.lockstarter.session;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * Reconciles the claims of this instance with the places that the directory has; each
 * method is part of a command of the lane.
 */
final class Reconciler {

	private final SessionContext context;

	private final Directory directory;

	Reconciler(SessionContext context) {
		this.context = context;
		this.directory = context.directory();
	}

	// The place of the attempt "id", if any, is kept if it exists.
	CompletionStage<?> reconcile(SerialCommands lane, @Nullable String id) {
		if (!lane.isInDoubt()) {
			return CompletableFuture.completedStage(null);
		}
		SessionContext.Asked asked = this.context.ask();
		return reconcileIfUnknown(lane, this.directory.lineNow(lane.name()).thenCompose((line) -> {
			if (!this.context.isCurrent(asked)) {
				throw this.context.over();
			}
			List.copyOf(lane.claims())
				.stream()
				.filter((claim) -> !line.contains(claim.place()))
				.forEach((claim) -> drop(lane, claim));
			List<Place> found = line.stream()
				.filter((place) -> lane.claim(place.id()) == null
						&& (place.id().equals(id) || lane.isExpected(place.id(), asked.sent())))
				.toList();
			List<Place> others = line.stream().filter((place) -> !found.contains(place)).toList();
			// If an orphaned place cannot be deleted, the lane stays in doubt and is
			// reconciled again.
			return CompletableFuture.allOf(adopt(lane, found, asked), deleteAll(orphans(lane, others)))
				.thenRun(lane::clearDoubt);
		}));
	}

	// For commands on a claim that is known here: a full directory refuses to read the
	// queue, but confirms and deletes places.
	CompletionStage<?> reconcileUnlessRefused(SerialCommands lane, String id) {
		return reconcile(lane, id).handle((done, failure) -> {
			if (failure != null) {
				StoreException cause = StoreException.of(failure);
				if (lane.claim(id) == null || cause.getOutcome() != StoreException.Outcome.REJECTED) {
					throw cause;
				}
			}
			return done;
		});
	}

	// Places that were taken although the answer was lost.
	private CompletableFuture<?> adopt(SerialCommands lane, List<Place> places, SessionContext.Asked asked) {
		return CompletableFuture.allOf(places.stream()
			.map((place) -> this.directory.read(place)
				.thenAccept((note) -> note.ifPresent((written) -> adopt(lane, place, written.number(), asked)))
				.toCompletableFuture())
			.toArray(CompletableFuture[]::new));
	}

	private void adopt(SerialCommands lane, Place place, long number, SessionContext.Asked asked) {
		Claim claim = new Claim(place.id(), place, number, this.context.settings().handOffLease().toMillis(),
				lane.expectedUntil(place.id(), asked.sent()));
		put(lane, claim, asked);
		arm(lane, claim);
	}

	// The claim does not expire before it is armed.
	void put(SerialCommands lane, Claim claim, SessionContext.Asked asked) {
		lane.put(claim);
		// In this order: the thread that ends the session first advances the era, then
		// reads the claims.
		if (!this.context.isCurrent(asked)) {
			lane.remove(claim);
			throw this.context.over();
		}
	}

	// "asked" must be before it was known that the place is admitted and exists.
	long makeOwner(SerialCommands lane, Claim claim, SessionContext.Asked asked, long leaseMillis) {
		this.context.prove(asked);
		long granted = this.context.granted(leaseMillis, asked);
		boolean owner = claim.state() == Claim.State.OWNED;
		long left = (this.context.isCurrent(asked) && (granted > 0 || owner)) ? claim.makeOwner(asked.sent(), granted)
				: 0;
		if (left <= 0) {
			throw this.context.over();
		}
		// In this order, as in "put": the end of the session would not see the new owner.
		if (!this.context.isCurrent(asked)) {
			lane.remove(claim);
			throw this.context.over();
		}
		arm(lane, claim);
		return left;
	}

	// The claim is forgotten after the answer; without one this is repeated.
	CompletionStage<Boolean> leave(SerialCommands lane, Claim claim) {
		claim.end(this.context.now());
		return this.directory.leave(claim.place()).whenComplete((there, failure) -> {
			if (failure == null) {
				lane.remove(claim);
			}
			else {
				this.context.retryLater(() -> this.context.lanes()
					.run(lane.name(), (same) -> (same.at(claim.place()) == claim) ? leave(same, claim)
							: CompletableFuture.completedStage(false)));
			}
		});
	}

	void arm(SerialCommands lane, Claim claim) {
		claim.arm(this.context.timers(), this.context.now(),
				() -> this.context.lanes().run(lane.name(), (same) -> expire(same, claim)));
	}

	private CompletionStage<?> expire(SerialCommands lane, Claim claim) {
		if (lane.at(claim.place()) != claim || claim.state() == Claim.State.OVER) {
			return CompletableFuture.completedStage(null);
		}
		if (!claim.isDue(this.context.now())) {
			arm(lane, claim);
			return CompletableFuture.completedStage(null);
		}
		return leave(lane, claim);
	}

	void drop(SerialCommands lane, Claim claim) {
		Moment now = this.context.now();
		if (lane.remove(claim) && claim.mayBelieve(now)) {
			this.context.listener().onTaken(claim.id());
		}
	}

	// Deletes places of this instance without a claim; returns the others in their order.
	List<Place> sweep(SerialCommands lane, List<Place> line) {
		List<Place> orphans = orphans(lane, line);
		if (!orphans.isEmpty()) {
			reconcileIfUnknown(lane, deleteAll(orphans));
		}
		return line.stream().filter((place) -> !orphans.contains(place)).toList();
	}

	private List<Place> orphans(SerialCommands lane, List<Place> line) {
		return line.stream()
			.filter((place) -> AttemptId.isOf(place.id(), this.context.clientId()) && lane.at(place) == null)
			.toList();
	}

	// A place that may not be deleted stays.
	private CompletableFuture<?> deleteAll(List<Place> places) {
		return CompletableFuture.allOf(places.stream()
			.map((place) -> this.directory.leave(place).exceptionally(Reconciler::ignoreRefusal).toCompletableFuture())
			.toArray(CompletableFuture[]::new));
	}

	private static boolean ignoreRefusal(Throwable failure) {
		StoreException cause = StoreException.of(failure);
		if (cause.getOutcome() != StoreException.Outcome.REJECTED) {
			throw cause;
		}
		return false;
	}

	// Reconciles later if the outcome of a request that takes or deletes a place is
	// unknown.
	private <T> CompletionStage<T> reconcileIfUnknown(SerialCommands lane, CompletionStage<T> request) {
		return request.whenComplete((answer, failure) -> {
			if (failure != null) {
				StoreException.Outcome outcome = StoreException.of(failure).getOutcome();
				if (outcome == StoreException.Outcome.UNKNOWN) {
					lane.doubt();
				}
				// Rejected requests, too: the room or the right that is missing may be
				// there later.
				if (lane.isInDoubt() && lane.markForReconciliation()) {
					this.context.retryLater(outcome == StoreException.Outcome.REJECTED,
							() -> this.context.lanes().run(lane.name(), (same) -> reconcileAgain(same)));
				}
			}
		});
	}

	private CompletionStage<?> reconcileAgain(SerialCommands lane) {
		lane.beginReconciliation();
		return reconcile(lane, null);
	}

	// "until": for how long the place is kept if the answer is lost
	CompletionStage<Directory.Taken> take(SerialCommands lane, String id, PlaceKind kind, Moment until,
			@Nullable Claim instead) {
		lane.expect(id, until);
		return reconcileIfUnknown(lane,
				this.directory.take(lane.name(), id, kind, (instead != null) ? instead.place() : null));
	}

	StoreReply waitReply(SerialCommands lane, List<Place> line, long queue) {
		return this.context.reply(StoreReply.Status.WAIT).withLease(shortestLease(lane, line)).withQueue(queue);
	}

	// How long the lock stays as it is, if no holder releases it.
	long shortestLease(SerialCommands lane, List<Place> line) {
		return line.subList(0, Admission.count(line))
			.stream()
			.mapToLong((place) -> leaseOf(lane, place))
			.min()
			.orElse(0);
	}

	// How long a holder may have the lock without another heartbeat. A claim of
	// this instance that is over and still has its place is about to be lost or deleted,
	// but not yet: timers are late on a machine that has slept.
	long leaseOf(SerialCommands lane, Place admitted) {
		Claim own = lane.at(admitted);
		long left = (own != null && own.isTaken()) ? own.millisLeft(this.context.now()) : 0;
		return (left > 0) ? left : this.context.longestMillis();
	}

}
