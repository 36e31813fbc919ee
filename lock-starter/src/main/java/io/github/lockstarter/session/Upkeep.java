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
 * Keeps the claims that are known here, and the places that the directory has of this
 * instance, the same: what has ended is left, what has no answer is looked for, and what
 * nobody here knows of is left, too. Each method is a part of a command of the lane.
 */
final class Upkeep {

	private final Session session;

	private final Directory directory;

	Upkeep(Session session) {
		this.session = session;
		this.directory = session.directory();
	}

	/**
	 * Makes sure that the claims are those that the directory has, if that is in doubt.
	 * @param id the attempt whose place is kept if it is found; null for none
	 */
	CompletionStage<?> settled(Lane lane, @Nullable String id) {
		if (!lane.isDoubted()) {
			return CompletableFuture.completedStage(null);
		}
		Session.Asked asked = this.session.ask();
		return doubted(lane, this.directory.lineNow(lane.name()).thenCompose((line) -> {
			if (!this.session.isCurrent(asked)) {
				throw this.session.over();
			}
			List.copyOf(lane.claims())
				.stream()
				.filter((claim) -> !line.contains(claim.place()))
				.forEach((claim) -> gone(lane, claim));
			List<Place> found = line.stream()
				.filter((place) -> lane.claim(place.id()) == null
						&& (place.id().equals(id) || lane.isExpected(place.id(), asked.sent())))
				.toList();
			List<Place> others = line.stream().filter((place) -> !found.contains(place)).toList();
			// who cannot leave what is nobody's is in doubt, and does this again
			return CompletableFuture.allOf(found(lane, found, asked), left(orphans(lane, others)))
				.thenRun(lane::certain);
		}));
	}

	/**
	 * The same for who has a claim that is known here, and goes on with that where the
	 * directory refuses: one that is full tells no line, but keeps and gives back.
	 */
	CompletionStage<?> settledUnlessRefused(Lane lane, String id) {
		return settled(lane, id).handle((done, failure) -> {
			if (failure != null) {
				StoreException cause = StoreException.of(failure);
				if (lane.claim(id) == null || cause.getOutcome() != StoreException.Outcome.REJECTED) {
					throw cause;
				}
			}
			return done;
		});
	}

	/**
	 * Places that were taken, though nobody was told.
	 */
	private CompletableFuture<?> found(Lane lane, List<Place> places, Session.Asked asked) {
		return CompletableFuture.allOf(places.stream()
			.map((place) -> this.directory.read(place)
				.thenAccept((note) -> note.ifPresent((written) -> found(lane, place, written.number(), asked)))
				.toCompletableFuture())
			.toArray(CompletableFuture[]::new));
	}

	private void found(Lane lane, Place place, long number, Session.Asked asked) {
		Claim claim = new Claim(place.id(), place, number, this.session.settings().handOffLease().toMillis(),
				lane.expectedUntil(place.id(), asked.sent()));
		put(lane, claim, asked);
		arm(lane, claim);
	}

	/**
	 * Keeps a claim, which is not left by itself before it is {@linkplain #arm armed}.
	 * @throws StoreException if its session is over
	 */
	void put(Lane lane, Claim claim, Session.Asked asked) {
		lane.put(claim);
		// in this order: who ends the session looks for claims after it has said so
		if (!this.session.isCurrent(asked)) {
			lane.remove(claim);
			throw this.session.over();
		}
	}

	/**
	 * Owns the lock, or owns it for longer.
	 * @param asked before it was known that its place is the first and is there
	 * @return the lease, from when it was asked for
	 * @throws StoreException if the session may be over
	 */
	long own(Lane lane, Claim claim, Session.Asked asked, long leaseMillis) {
		long granted = this.session.granted(leaseMillis, asked);
		boolean owner = claim.state() == Claim.State.OWNED;
		long left = (this.session.isCurrent(asked) && (granted > 0 || owner)) ? claim.owns(asked.sent(), granted) : 0;
		if (left <= 0) {
			throw this.session.over();
		}
		arm(lane, claim);
		return left;
	}

	/**
	 * Leaves the place of a claim, which is forgotten when that is answered, and tried
	 * again otherwise.
	 * @return whether it was there
	 */
	CompletionStage<Boolean> leave(Lane lane, Claim claim) {
		claim.ends(this.session.now());
		return this.directory.leave(claim.place()).whenComplete((there, failure) -> {
			if (failure == null) {
				lane.remove(claim);
			}
			else {
				this.session.again(() -> this.session.lanes()
					.run(lane.name(), (same) -> (same.at(claim.place()) == claim) ? leave(same, claim)
							: CompletableFuture.completedStage(false)));
			}
		});
	}

	/**
	 * Leaves the place of a claim when it is due.
	 */
	void arm(Lane lane, Claim claim) {
		claim.arm(this.session.timers(), this.session.now(),
				() -> this.session.lanes().run(lane.name(), (same) -> expire(same, claim)));
	}

	private CompletionStage<?> expire(Lane lane, Claim claim) {
		if (lane.at(claim.place()) != claim || claim.state() == Claim.State.OVER) {
			return CompletableFuture.completedStage(null);
		}
		if (!claim.isDue(this.session.now())) {
			arm(lane, claim);
			return CompletableFuture.completedStage(null);
		}
		return leave(lane, claim);
	}

	/**
	 * A place is not there any more.
	 */
	void gone(Lane lane, Claim claim) {
		Moment now = this.session.now();
		if (lane.remove(claim) && claim.mayBelieve(now)) {
			this.session.listener().onTaken(claim.id());
		}
	}

	/**
	 * Leaves the places of this instance that are nobody's here.
	 * @return the others, in their order
	 */
	List<Place> swept(Lane lane, List<Place> line) {
		List<Place> orphans = orphans(lane, line);
		if (!orphans.isEmpty()) {
			doubted(lane, left(orphans));
		}
		return line.stream().filter((place) -> !orphans.contains(place)).toList();
	}

	private List<Place> orphans(Lane lane, List<Place> line) {
		return line.stream()
			.filter((place) -> AttemptId.isOf(place.id(), this.session.clientId()) && lane.at(place) == null)
			.toList();
	}

	/**
	 * Leaves places. What may not be left stays.
	 */
	private CompletableFuture<?> left(List<Place> places) {
		return CompletableFuture.allOf(places.stream()
			.map((place) -> this.directory.leave(place).exceptionally(Upkeep::refused).toCompletableFuture())
			.toArray(CompletableFuture[]::new));
	}

	private static boolean refused(Throwable failure) {
		StoreException cause = StoreException.of(failure);
		if (cause.getOutcome() != StoreException.Outcome.REJECTED) {
			throw cause;
		}
		return false;
	}

	/**
	 * Has the places of this instance looked for if it is not known what became of a
	 * request that takes or leaves one.
	 * @return the same stage
	 */
	private <T> CompletionStage<T> doubted(Lane lane, CompletionStage<T> request) {
		return request.whenComplete((answer, failure) -> {
			if (failure != null) {
				StoreException.Outcome outcome = StoreException.of(failure).getOutcome();
				if (outcome == StoreException.Outcome.UNKNOWN) {
					lane.doubt();
				}
				// also when it is rejected: who has no room or no right may have it later
				if (lane.isDoubted() && lane.isToBeSettled()) {
					this.session.again(outcome == StoreException.Outcome.REJECTED,
							() -> this.session.lanes().run(lane.name(), (same) -> settledAgain(same)));
				}
			}
		});
	}

	private CompletionStage<?> settledAgain(Lane lane) {
		lane.beginsToSettle();
		return settled(lane, null);
	}

	/**
	 * Takes a place.
	 * @param until until when it is kept if nobody hears of it
	 * @param instead whose place is left
	 */
	CompletionStage<Directory.Taken> take(Lane lane, String id, Moment until, @Nullable Claim instead) {
		lane.expect(id, until);
		return doubted(lane, this.directory.take(lane.name(), id, (instead != null) ? instead.place() : null));
	}

	/**
	 * The answer to who is not the first in line.
	 */
	StoreReply waits(Lane lane, List<Place> line, long queue) {
		return this.session.reply(StoreReply.Status.WAIT).withLease(leaseOf(lane, line.get(0))).withQueue(queue);
	}

	/**
	 * For how long the first in line may have the lock, if nobody hears of it any more.
	 * One of this instance whose time is over, and who still has the place, is told of it
	 * or leaves it soon, but not now: a machine that has slept has timers that are late.
	 */
	long leaseOf(Lane lane, Place first) {
		Claim own = lane.at(first);
		long left = (own != null && own.isTaken()) ? own.millisLeft(this.session.now()) : 0;
		return (left > 0) ? left : this.session.longestMillis();
	}

}
