package io.github.lockstarter.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Acquires locks, queues, grants to waiters, and cancels; each method is one command of a
 * lane.
 */
final class Acquisition {

	private final SessionContext context;

	private final Directory directory;

	private final Reconciler reconciler;

	Acquisition(SessionContext context, Reconciler reconciler) {
		this.context = context;
		this.directory = context.directory();
		this.reconciler = reconciler;
	}

	CompletionStage<StoreReply> acquire(SerialCommands lane, Question question) {
		if (this.context.isPast(question.notAfter())) {
			return this.context.replied(Status.STALE);
		}
		if (this.context.finished().has(question.id())) {
			return this.context.replied(Status.FINISHED);
		}
		return this.reconciler.reconcile(lane, question.id()).thenCompose((settled) -> proceed(lane, question));
	}

	private CompletionStage<StoreReply> proceed(SerialCommands lane, Question question) {
		Claim own = lane.claim(question.id());
		if (own == null) {
			return join(lane, question);
		}
		return switch (own.state()) {
			case WAITING -> poll(lane, question, own);
			case OWNED -> own.isOver(this.context.now()) ? take(lane, question, own) : confirm(lane, question, own);
			case KEPT -> this.context.replied(Status.FINISHED);
			case OVER -> take(lane, question, own);
		};
	}

	private CompletionStage<StoreReply> join(SerialCommands lane, Question question) {
		if (question.waitMillis() > 0) {
			return take(lane, question, null);
		}
		// A caller that does not wait does not queue: others would wait behind it.
		return this.directory.line(lane.name()).thenCompose((all) -> {
			List<Place> line = this.reconciler.sweep(lane, all);
			return Admission.isOpen(line, question.kind()) ? take(lane, question, null)
					: CompletableFuture.completedStage(this.reconciler.waitReply(lane, line, 0));
		});
	}

	private CompletionStage<StoreReply> take(SerialCommands lane, Question question, @Nullable Claim instead) {
		SessionContext.Asked asked = this.context.ask();
		return this.reconciler
			.take(lane, question.id(), question.kind(), asked.sent().plusMillis(question.waitMillis()), instead)
			.thenCompose((taken) -> onTaken(lane, question, instead, asked, taken));
	}

	private CompletionStage<StoreReply> onTaken(SerialCommands lane, Question question, @Nullable Claim instead,
			SessionContext.Asked asked, Directory.Taken taken) {
		boolean lost = instead != null && !instead.id().equals(question.id()) && !taken.replaced();
		if (instead != null) {
			lane.remove(instead);
			if (!instead.id().equals(question.id())) {
				this.context.finished().add(instead.id());
			}
		}
		Claim claim = new Claim(question.id(), taken.place(), taken.number(), question.leaseMillis(),
				asked.sent().plusMillis(question.waitMillis()));
		this.reconciler.put(lane, claim, asked);
		this.context.prove(asked);
		if (lost || this.context.isPast(question.notAfter())) {
			return leaveWith(lane, claim, this.context.reply(lost ? Status.LOST : Status.STALE));
		}
		List<Place> line = this.reconciler.sweep(lane, taken.line());
		int index = line.indexOf(claim.place());
		if (Admission.isAdmitted(line, index)) {
			return CompletableFuture.completedStage(ownedReply(lane, claim, asked, question.leaseMillis()));
		}
		if (index < 0 || question.waitMillis() <= 0) {
			return leaveWith(lane, claim,
					line.isEmpty() ? this.context.reply(Status.STALE) : this.reconciler.waitReply(lane, line, 0));
		}
		return CompletableFuture.completedStage(queue(lane, claim, line, index));
	}

	private CompletionStage<StoreReply> leaveWith(SerialCommands lane, Claim claim, StoreReply reply) {
		return this.reconciler.leave(lane, claim).handle((there, failure) -> reply);
	}

	private StoreReply ownedReply(SerialCommands lane, Claim claim, SessionContext.Asked asked, long leaseMillis) {
		return this.context.owned(claim, this.reconciler.makeOwner(lane, claim, asked, leaseMillis));
	}

	private StoreReply queue(SerialCommands lane, Claim claim, List<Place> line, int index) {
		this.reconciler.arm(lane, claim);
		Set<Place> watched = watchedPlaces(lane);
		Set<Place> blockers = Admission.blockers(line, index);
		claim.watch(blockers);
		blockers.stream()
			.filter((place) -> !watched.contains(place))
			.forEach((place) -> this.directory.watch(lane.name(), place));
		return this.reconciler.waitReply(lane, line, index - Admission.count(line) + 1);
	}

	// Waiters of this instance often watch the same places.
	private static Set<Place> watchedPlaces(SerialCommands lane) {
		Set<Place> watched = new LinkedHashSet<>();
		lane.waiting().forEach((claim) -> watched.addAll(claim.blockers()));
		return watched;
	}

	private CompletionStage<StoreReply> poll(SerialCommands lane, Question question, Claim own) {
		if (question.waitMillis() > 0) {
			own.extendWait(question.leaseMillis(), this.context.now().plusMillis(question.waitMillis()));
		}
		return this.directory.line(lane.name()).thenCompose((all) -> {
			List<Place> line = this.reconciler.sweep(lane, all);
			int index = line.indexOf(own.place());
			if (index < 0) {
				lane.remove(own);
				return join(lane, question);
			}
			if (Admission.isAdmitted(line, index)) {
				return confirm(lane, question, own);
			}
			StoreReply reply = queue(lane, own, line, index);
			return CompletableFuture.completedStage((question.waitMillis() > 0) ? reply : reply.withQueue(0));
		});
	}

	// The place is, or was, admitted; if it still exists, the attempt owns the lock.
	private CompletionStage<StoreReply> confirm(SerialCommands lane, Question question, Claim own) {
		return confirm(lane, own, question.leaseMillis(), question.notAfter(), () -> join(lane, question));
	}

	private CompletionStage<StoreReply> confirm(SerialCommands lane, Claim own, long leaseMillis, long notAfter,
			Supplier<CompletionStage<StoreReply>> otherwise) {
		SessionContext.Asked asked = this.context.ask();
		return this.directory.check(List.of(own.place())).get(0).thenCompose((there) -> {
			if (!there) {
				this.reconciler.drop(lane, own);
				return otherwise.get();
			}
			return this.context.isPast(notAfter) ? this.context.replied(Status.STALE)
					: CompletableFuture.completedStage(ownedReply(lane, own, asked, leaseMillis));
		});
	}

	CompletionStage<StoreReply> yield(SerialCommands lane, String id, Question next) {
		if (this.context.isPast(next.notAfter())) {
			return this.context.replied(Status.STALE);
		}
		return this.reconciler.reconcile(lane, next.id()).thenCompose((settled) -> {
			Claim own = lane.claim(id);
			Claim owner = (own != null && own.isOwner(this.context.now())) ? own : null;
			if (lane.claim(next.id()) != null) {
				// a repetition of a command whose answer was lost
				CompletionStage<?> left = (owner != null) ? this.reconciler.leave(lane, owner)
						: CompletableFuture.completedStage(null);
				return left.thenCompose((there) -> proceed(lane, next));
			}
			return (owner != null) ? take(lane, next, owner) : this.context.replied(Status.LOST);
		});
	}

	CompletionStage<StoreReply> cancel(SerialCommands lane, String id, long acceptMillis, long notAfter) {
		return this.reconciler.reconcile(lane, id).thenCompose((settled) -> {
			Claim own = lane.claim(id);
			if (own == null || own.state() == Claim.State.KEPT) {
				return this.context.replied(this.context.finished().has(id) ? Status.FINISHED : Status.CANCELLED);
			}
			boolean owner = own.isOwner(this.context.now());
			if (acceptMillis > 0 && owner) {
				return this.context.isPast(notAfter) ? this.context.replied(Status.STALE)
						: confirm(lane, own, acceptMillis, notAfter, () -> this.context.replied(Status.CANCELLED));
			}
			if (acceptMillis > 0 && own.state() == Claim.State.WAITING) {
				return pollLast(lane, own, acceptMillis, notAfter);
			}
			boolean waits = own.state() == Claim.State.WAITING;
			return this.reconciler.leave(lane, own).thenApply((there) -> {
				if (!there || waits) {
					return this.context.reply(Status.CANCELLED);
				}
				this.context.finished().add(id);
				return this.context.reply(Status.RELEASED);
			});
		});
	}

	private CompletionStage<StoreReply> pollLast(SerialCommands lane, Claim own, long acceptMillis, long notAfter) {
		return this.directory.line(lane.name()).thenCompose((all) -> {
			List<Place> line = this.reconciler.sweep(lane, all);
			if (Admission.isAdmitted(line, line.indexOf(own.place()))) {
				return confirm(lane, own, acceptMillis, notAfter, () -> this.context.replied(Status.CANCELLED));
			}
			StoreReply cancelled = this.context.reply(Status.CANCELLED)
				.withLease(this.reconciler.shortestLease(lane, line));
			return this.reconciler.leave(lane, own).thenApply((there) -> cancelled);
		});
	}

	CompletionStage<?> checkQueue(SerialCommands lane) {
		List<Claim> waiting = lane.waiting().stream().sorted(Comparator.comparingLong(Claim::number)).toList();
		if (waiting.isEmpty()) {
			return CompletableFuture.completedStage(null);
		}
		// Usually it is the turn of the only waiter. Its place exists while the session
		// certainly lives; otherwise both requests at once save a round trip.
		Claim only = (waiting.size() == 1) ? waiting.get(0) : null;
		Optional<SessionContext.Asked> before = (only != null) ? this.context.askedBefore(provisionalMillis(only))
				: Optional.empty();
		SessionContext.Asked asked = before.orElseGet(this.context::ask);
		CompletionStage<Boolean> there = (only != null && before.isEmpty())
				? this.directory.check(List.of(only.place())).get(0)
				: CompletableFuture.completedStage(before.isPresent());
		return this.directory.line(lane.name()).thenCombine(there, (all, still) -> {
			List<Place> line = this.reconciler.sweep(lane, all);
			List<Claim> admitted = new ArrayList<>();
			for (Claim claim : waiting) {
				int index = line.indexOf(claim.place());
				if (index < 0) {
					lane.remove(claim);
					hint(lane, claim);
				}
				else if (Admission.isAdmitted(line, index)) {
					claim.watch(Set.of());
					admitted.add(claim);
				}
				else {
					claim.watch(Admission.blockers(line, index));
				}
			}
			// All of them: notifications about places that were watched before may be
			// lost.
			watchedPlaces(lane).forEach((place) -> this.directory.watch(lane.name(), place));
			if (only != null && !admitted.isEmpty()) {
				grantOrHint(lane, only, asked, still);
				return CompletableFuture.completedStage(still);
			}
			return checkAndGrant(lane, admitted);
		}).thenCompose(Function.identity());
	}

	// One request for all, in the order of their places. A check that fails does not keep
	// the other claims waiting.
	private CompletionStage<Boolean> checkAndGrant(SerialCommands lane, List<Claim> admitted) {
		if (admitted.isEmpty()) {
			return CompletableFuture.completedStage(false);
		}
		SessionContext.Asked asked = this.context.ask();
		List<CompletionStage<Boolean>> there = this.directory.check(admitted.stream().map(Claim::place).toList());
		CompletionStage<Boolean> granted = CompletableFuture.completedStage(true);
		for (int i = 0; i < admitted.size(); i++) {
			Claim claim = admitted.get(i);
			CompletionStage<Boolean> check = there.get(i);
			granted = granted.handle((before, failure) -> check.thenApply((still) -> {
				grantOrHint(lane, claim, asked, still);
				if (failure != null) {
					throw StoreException.of(failure);
				}
				return still;
			})).thenCompose(Function.identity());
		}
		return granted;
	}

	private void grantOrHint(SerialCommands lane, Claim claim, SessionContext.Asked asked, boolean there) {
		if (there) {
			grant(lane, claim, asked);
		}
		else {
			hint(lane, claim);
		}
	}

	private void hint(SerialCommands lane, Claim claim) {
		this.context.listener().onHandOff(this.context.hint(lane.name(), claim, 0));
	}

	private long provisionalMillis(Claim claim) {
		return Math.min(claim.leaseMillis(), this.context.settings().handOffLease().toMillis());
	}

	private void grant(SerialCommands lane, Claim claim, SessionContext.Asked asked) {
		long left = this.reconciler.makeOwner(lane, claim, asked, provisionalMillis(claim));
		this.context.listener().onHandOff(this.context.grant(lane.name(), claim, asked.sent(), left));
	}

	/**
	 * The request of an attempt; with a {@code waitMillis} of zero it does not queue.
	 */
	record Question(String id, PlaceKind kind, long leaseMillis, long waitMillis, long notAfter) {

	}

}
