package io.github.lockstarter.quorum;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState.Condition;

/**
 * Goes on telling single nodes what a majority knows, which is enough for the caller.
 * That a lock is held: those that do not have it get it, one that has forgotten it, so
 * that it outlives all restarts between which it is renewed, and one that another caller
 * had for a moment, so that it does not depend on a bare majority. That it is given up:
 * until the node has answered, or until what it has has ended by itself, for that is in
 * the way of the next holder.
 */
final class Reminders {

	// Who got a part and no majority has given it up by then.
	private static final long FIRST_PAUSE_MILLIS = 10;

	private static final long LONGEST_PAUSE_MILLIS = 640;

	private static final Log logger = LogFactory.getLog(Reminders.class);

	private final Quorum quorum;

	private final Timers timers;

	private final Map<Where, Repetition> repeated = new ConcurrentHashMap<>();

	// how many ends of an attempt may still arrive somewhere, by its id
	private final Map<String, Integer> ends = new ConcurrentHashMap<>();

	Reminders(Quorum quorum, Timers timers) {
		this.quorum = quorum;
		this.timers = timers;
	}

	/**
	 * How long to wait before a node is told again.
	 * @param times how often it has been told in vain
	 */
	private static long pauseMillis(int times) {
		return Math.min(growingPauseMillis(times), LONGEST_PAUSE_MILLIS);
	}

	private static long growingPauseMillis(int times) {
		return FIRST_PAUSE_MILLIS << Math.min(2 * times, 16);
	}

	/**
	 * Gives the lock to a node that another has, as soon as it is free there, or that
	 * does not answer: for as long as the lease lasts that was asked for. Renewals do it
	 * later.
	 */
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

	/**
	 * Gives the lock to a node, if it is held.
	 * @param leaseMillis for how long: as the others were asked
	 */
	CompletionStage<StoreReply> give(int node, QuorumAttempt attempt, String name, long leaseMillis) {
		return attempt.guarded(() -> {
			if (!attempt.isOwner()) {
				return CompletableFuture.failedStage(new StoreException(Outcome.NOT_SENT, "it is not held", null));
			}
			long now = this.quorum.clock().nanoTime();
			attempt.asks(leaseMillis, now);
			Proposal proposal = new Proposal(attempt.id(), this.quorum.nextRound(), leaseMillis, 0, false,
					now + this.quorum.terms().commandTimeout().toNanos(), attempt.token());
			return this.quorum.nodes().get(node).propose(name, proposal).thenApply((reply) -> {
				if (reply.status() == Status.OWNED) {
					given(node, attempt, proposal, reply.firstToken());
				}
				return reply;
			});
		});
	}

	/**
	 * The end may have overtaken a question that was sent again, or it turned out
	 * meanwhile that others have the lock: a round that gave up what it had did not know
	 * of this one. What an end on its way gives up is left to that.
	 */
	private void given(int node, QuorumAttempt attempt, Proposal proposal, long token) {
		attempt.guarded(() -> {
			attempt.confirmedBy(node);
			if (attempt.isGivenUpBy(node) || (!attempt.isOwner() && !attempt.isLatest(Withdrawal.END))) {
				stepBack(node, attempt, token, proposal, 0, proposal.leaseMillis());
			}
		});
	}

	/**
	 * Gives up at one node what a round got there. Nobody waits for the answer. If it is
	 * repeated after the end of the attempt, it takes no place: nobody would ever ask for
	 * what is handed to that. Call it under the mutex of the attempt.
	 * @param token what it got, zero if that is not known
	 * @param placeMillis for how long to take a place in the queue instead
	 * @param millis for how long to repeat it
	 */
	void stepBack(int node, QuorumAttempt attempt, long token, Proposal proposal, long placeMillis, long millis) {
		attempt.handed().givesUp(node, token);
		withdraw(node, attempt.name(), attempt, Withdrawal.stepBack(proposal, placeMillis), millis,
				(at, reply, failure) -> attempt.guarded(() -> attempt.handed().gaveUp(at, reply != null)));
	}

	/**
	 * Gives up at all nodes.
	 * @param millis for how long to repeat it
	 * @param first gets the answers to the first try
	 */
	void withdraw(String name, Withdrawal withdrawal, long millis, Quorum.NodeAnswer first) {
		for (int i = 0; i < this.quorum.size(); i++) {
			withdraw(i, name, withdrawal, millis, first);
		}
	}

	/**
	 * Gives up at one node.
	 * @param millis for how long to repeat it
	 * @param first gets the answer to the first try
	 */
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
				// also the one that is lost may arrive yet
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

	/**
	 * Whether the end of an attempt has left and may still arrive at a node: it would
	 * take away whatever the attempt were given there meanwhile.
	 */
	boolean isEnding(String id) {
		return this.ends.containsKey(id);
	}

	private static boolean isOpen(@Nullable StoreException failure) {
		return failure != null && failure.getOutcome() != Outcome.REJECTED;
	}

	/**
	 * Who gives up again what is being repeated, because no majority has answered, does
	 * not repeat it twice; it is repeated for as long as any of them has to be.
	 */
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
			// there may be very many of them, and each would be refused at the door
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
				logger.debug("A master is told again that a lock is given up", failure);
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
	 * What is repeated.
	 *
	 * @param goesOn the attempt that only steps back
	 */
	private record Repetition(@Nullable QuorumAttempt goesOn, Withdrawal withdrawal, long begin, long end) {

		// a new object: who has put its own in is the one to begin
		Repetition longer(Repetition other) {
			return new Repetition(other.goesOn, other.withdrawal, other.begin,
					(other.end - this.end >= 0) ? other.end : this.end);
		}

	}

}
