package io.github.lockstarter.quorum;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState.Condition;

/**
 * Repeats to single nodes what a majority knows already: that a lock is held, or that it
 * is given up.
 */
final class Reminders {

	// By then an attempt that got a part without a majority has given it up.
	private static final long FIRST_PAUSE_MILLIS = 10;

	private static final long LONGEST_PAUSE_MILLIS = 640;

	private static final Logger logger = LoggerFactory.getLogger(Reminders.class);

	private final Quorum quorum;

	private final Timers timers;

	private final Map<Where, Repetition> repeated = new ConcurrentHashMap<>();

	// by attempt id: at how many nodes its end may still arrive
	private final Map<String, Integer> ends = new ConcurrentHashMap<>();

	Reminders(Quorum quorum, Timers timers) {
		this.quorum = quorum;
		this.timers = timers;
	}

	private static long pauseMillis(int times) {
		return Math.min(growingPauseMillis(times), LONGEST_PAUSE_MILLIS);
	}

	private static long growingPauseMillis(int times) {
		return FIRST_PAUSE_MILLIS << Math.min(2 * times, 16);
	}

	// For as long as the requested lease lasts; after that, renewals do it.
	void giveSoon(int node, QuorumAttempt attempt, String name, long leaseMillis) {
		giveSoon(node, attempt, name, this.quorum.clock().nanoTime() + leaseMillis * 1_000_000, 0);
	}

	private void giveSoon(int node, QuorumAttempt attempt, String name, long end, int times) {
		long pause = growingPauseMillis(times);
		if (pause >= leftMillis(end)) {
			return;
		}
		this.timers.later(() -> {
			long left = leftMillis(end);
			if (left > 0 && attempt.guarded(() -> attempt.isOwner() && !attempt.isConfirmedBy(node))) {
				give(node, attempt, name, left).whenComplete((reply, failure) -> {
					if (failure != null || reply.status() == Status.WAIT) {
						giveSoon(node, attempt, name, end, times + 1);
					}
				});
			}
		}, pause);
	}

	private long leftMillis(long end) {
		return (end - this.quorum.clock().nanoTime()) / 1_000_000;
	}

	CompletionStage<StoreReply> give(int node, QuorumAttempt attempt, String name, long leaseMillis) {
		return attempt.guarded(() -> {
			if (!attempt.isOwner()) {
				return CompletableFuture
					.failedStage(new StoreException(Outcome.NOT_SENT, "the lock is not held", null));
			}
			long now = this.quorum.clock().nanoTime();
			attempt.asks(leaseMillis, now);
			Proposal proposal = new Proposal(attempt.id(), this.quorum.nextRound(), leaseMillis, 0, false,
					now + this.quorum.settings().commandTimeout().toNanos(), attempt.token());
			return this.quorum.nodes().get(node).propose(name, proposal).thenApply((reply) -> {
				if (reply.status() == Status.OWNED) {
					given(node, attempt, proposal, reply.firstToken());
				}
				return reply;
			});
		});
	}

	// The end may have overtaken a request that was sent again, or others turned out to
	// have the lock: the round that gave up did not know of this grant. An end that is on
	// its way gives this up itself.
	private void given(int node, QuorumAttempt attempt, Proposal proposal, long token) {
		attempt.guarded(() -> {
			attempt.confirmedBy(node);
			if (attempt.isGivenUpBy(node) || (!attempt.isOwner() && !attempt.isLatest(Withdrawal.END))) {
				stepBack(node, attempt, token, proposal, 0, proposal.leaseMillis());
			}
		});
	}

	// After the end of the attempt it must not queue: nothing would claim a hand-off.
	// Call it under the mutex of the attempt; token 0 means unknown.
	void stepBack(int node, QuorumAttempt attempt, long token, Proposal proposal, long placeMillis, long millis) {
		attempt.handed().givesUp(node, token);
		withdraw(node, attempt.name(), attempt, Withdrawal.stepBack(proposal, placeMillis), millis,
				(at, reply, failure) -> attempt.guarded(() -> attempt.handed().gaveUp(at, reply != null)));
	}

	void withdraw(String name, Withdrawal withdrawal, long millis, Quorum.NodeAnswer first) {
		for (int i = 0; i < this.quorum.size(); i++) {
			withdraw(i, name, withdrawal, millis, first);
		}
	}

	void withdraw(int node, String name, Withdrawal withdrawal, long millis, Quorum.NodeAnswer first) {
		withdraw(node, name, null, withdrawal, millis, first);
	}

	private void withdraw(int node, String name, @Nullable QuorumAttempt goesOn, Withdrawal withdrawal, long millis,
			Quorum.NodeAnswer first) {
		long begin = this.quorum.clock().nanoTime();
		boolean end = withdrawal.round() == Withdrawal.END;
		if (end) {
			this.ends.merge(withdrawal.id(), 1, Integer::sum);
		}
		this.quorum.ask(node, (one) -> one.withdraw(name, withdrawal), (at, reply, failure) -> {
			if (end && failure == null) {
				arrived(withdrawal.id());
			}
			else if (end) {
				// even the one that was lost may still arrive
				this.timers.later(() -> arrived(withdrawal.id()), millis);
			}
			first.on(at, reply, failure);
			if (isOpen(failure)) {
				repeat(new Where(at, name, withdrawal.id(), withdrawal.round()),
						new Repetition(goesOn, withdrawal, begin, begin + millis * 1_000_000));
			}
		});
	}

	private void arrived(String id) {
		this.ends.computeIfPresent(id, (same, open) -> (open > 1) ? open - 1 : null);
	}

	// An end that may still arrive would take away whatever the attempt is given
	// meanwhile.
	boolean isEnding(String id) {
		return this.ends.containsKey(id);
	}

	private static boolean isOpen(@Nullable StoreException failure) {
		return failure != null && failure.getOutcome() != Outcome.REJECTED;
	}

	// A withdrawal that is repeated already is not repeated twice, only for longer.
	private void repeat(Where where, Repetition repetition) {
		Repetition now = this.repeated.merge(where, repetition, Repetition::longer);
		if (now == repetition) {
			withdrawLater(where, 0);
		}
	}

	private void withdrawLater(Where where, int times) {
		this.timers.later(() -> withdrawAgain(where, times), pauseMillis(times));
	}

	private void withdrawAgain(Where where, int times) {
		Repetition now = this.repeated.get(where);
		if (now == null) {
			return;
		}
		long nanos = this.quorum.clock().nanoTime();
		if (nanos - now.end >= 0) {
			if (!this.repeated.remove(where, now)) {
				withdrawLater(where, 0);
			}
			return;
		}
		if (isAway(where.node)) {
			// There may be thousands, and each would fail at once.
			withdrawLater(where, times + 1);
			return;
		}
		Withdrawal due = now.withdrawal.after((nanos - now.begin) / 1_000_000);
		QuorumAttempt attempt = now.goesOn;
		if (attempt == null) {
			withdrawAgain(where, times, due);
		}
		else {
			attempt.guarded(
					() -> withdrawAgain(where, times, attempt.isLatest(Withdrawal.END) ? due.withoutPlace() : due));
		}
	}

	private boolean isAway(int node) {
		return this.quorum.nodes().get(node).state().commands().condition() == Condition.DOWN;
	}

	private void withdrawAgain(Where where, int times, Withdrawal due) {
		this.quorum.ask(where.node, (one) -> one.withdraw(where.name, due), (at, reply, failure) -> {
			if (isOpen(failure)) {
				logger.debug("Repeating the release of a lock at a master", failure);
				withdrawLater(where, times + 1);
			}
			else {
				this.repeated.remove(where);
			}
		});
	}

	private record Where(int node, String name, String id, long round) {

	}

	/**
	 * A withdrawal to repeat; {@code goesOn} is the attempt if it only steps back.
	 */
	private record Repetition(@Nullable QuorumAttempt goesOn, Withdrawal withdrawal, long begin, long end) {

		// A new object, so that only the caller whose own object was stored starts the
		// timer.
		Repetition longer(Repetition other) {
			return new Repetition(other.goesOn, other.withdrawal, other.begin,
					(other.end - this.end >= 0) ? other.end : this.end);
		}

	}

}
