package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.Attempt.Renewal;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * When each attempt may have had its lock, as far as anybody can know: who was told so,
 * until its release was answered and its minimum hold over, or its last lease; who has a
 * question without an answer, and who is in the queue, because a message may be lost.
 */
final class Presences {

	private static final long AROUND_A_STEP = 10_000 * Bounds.MILLI;

	private final History history;

	private final Bounds bounds;

	private final Scope scope;

	// The longest lease that anybody has asked for.
	private final long lease;

	private final Map<Attempt, Long> minHolds = new HashMap<>();

	private final Map<String, List<Presence>> byLock = new HashMap<>();

	Presences(History history, Bounds bounds, Scope scope) {
		this.history = history;
		this.bounds = bounds;
		this.scope = scope;
		long longest = bounds.lease();
		for (Operation operation : history.operations()) {
			longest = Math.max(longest, operation.leaseMillis());
			if (operation.minHoldMillis() > 0 && operation.isGranted()) {
				this.minHolds.merge(operation.block().owner(), operation.minHoldMillis() * Bounds.MILLI, Math::max);
			}
		}
		this.lease = longest;
		for (Attempt attempt : history.attempts()) {
			Presence presence = presence(attempt);
			if (presence != null) {
				this.byLock.computeIfAbsent(attempt.lock(), (lock) -> new ArrayList<>()).add(presence);
			}
		}
		this.byLock.values().forEach((presences) -> presences.sort(Comparator.comparingLong(Presence::from)));
	}

	/**
	 * Whether somebody else may have had the lock of a refused caller.
	 * @param caller the caller
	 * @param since from when on that counts, until its refusal
	 */
	boolean isAnyOther(Operation caller, long since) {
		List<Presence> presences = of(caller.lock());
		if (caller.isShared()) {
			return presences.stream().anyMatch((presence) -> presence.isBefore(caller, since));
		}
		for (int i = firstAfter(presences, caller.end()) - 1; i >= 0; i--) {
			Presence presence = presences.get(i);
			if (presence.to >= since && !presence.mayBeOf(caller)) {
				return true;
			}
		}
		return this.scope == Scope.QUORUM && isAnybodyElse(caller, since - reach());
	}

	/**
	 * Whether leases in Redis may have lasted longer: one from before a backward step of
	 * its clock ends that much later.
	 */
	static boolean lastLonger(History history, long from, long to) {
		return history.hasMark(Mark.Kind.BACKWARD_STEP, from - AROUND_A_STEP, to);
	}

	/**
	 * When anybody may have had a lock, in the order of the begins.
	 */
	List<Presence> of(String lock) {
		return this.byLock.getOrDefault(lock, List.of());
	}

	private static int firstAfter(List<Presence> presences, long time) {
		int low = 0;
		int high = presences.size();
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (presences.get(middle).from <= time) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		return low;
	}

	/**
	 * Whether anybody else wanted it: two who ask at the same time may have a vote each.
	 */
	private boolean isAnybodyElse(Operation caller, long since) {
		return this.history.operations()
			.stream()
			.anyMatch((other) -> other.lock().equals(caller.lock()) && other.start() <= caller.end()
					&& (other.end() == 0 || other.end() >= since) && !other.call().equals(caller.call()));
	}

	private Presence presence(Attempt attempt) {
		if (!attempt.grants().isEmpty()) {
			Granted first = attempt.grants().get(0);
			// who is in the queue may have been handed the lock by a message that was
			// lost
			boolean queued = first.pushed() || (attempt.queuedAt() != 0 && attempt.queuedAt() < first.nanos());
			long from = (queued || first.asked() == 0) ? attempt.firstAsked() : first.asked();
			return new Presence(attempt, from, ownedUntil(attempt), false);
		}
		if (!attempt.isAnswered()) {
			return new Presence(attempt, attempt.firstAsked(), attempt.lastSent() + reach(), false);
		}
		if (attempt.queuedAt() != 0) {
			long to = (attempt.leftQueue() != 0) ? attempt.leftQueue() : attempt.lastSent() + reach();
			return new Presence(attempt, attempt.queuedAt(), to, true);
		}
		return null;
	}

	/**
	 * For how long after a question the lock may be the attempt's though it never hears
	 * of it: it has a place for a while, and then a lease.
	 */
	private long reach() {
		return (this.bounds.commandTimeout() + this.bounds.waiter() + this.lease + this.bounds.slack()) * Bounds.MILLI;
	}

	private long ownedUntil(Attempt attempt) {
		long until = attempt.isAnswered() ? 0 : attempt.lastSent() + reach();
		for (Granted grant : attempt.grants()) {
			until = Math.max(until, grant.nanos() + grant.millis() * Bounds.MILLI);
		}
		for (Renewal renewal : attempt.renewals()) {
			until = Math.max(until, (renewal.answered() != 0) ? renewal.answered() + renewal.millis() * Bounds.MILLI
					: renewal.sent() + reach());
		}
		if (attempt.released() != 0 && !isMoving(attempt.released(), until)) {
			until = attempt.released();
		}
		if (this.scope == Scope.SESSION && isNotLeft(attempt)) {
			until = placeUntil(attempt, until);
		}
		return until + this.minHolds.getOrDefault(attempt, 0L) + this.bounds.late() * Bounds.MILLI;
	}

	/**
	 * Whether nobody has left the place of an owner in time: its process was killed, or
	 * an outage kept it from leaving a place that it had kept for a minimum time.
	 */
	private boolean isNotLeft(Attempt attempt) {
		long released = attempt.released();
		return released == 0 || (this.minHolds.containsKey(attempt) && this.history.isDisturbed(Effect.RELEASE,
				attempt.client(), released, released + this.minHolds.get(attempt) + this.bounds.late() * Bounds.MILLI));
	}

	/**
	 * Until when the place of an owner is there that nobody has left: its session ends,
	 * which another leader lets begin anew.
	 */
	private long placeUntil(Attempt attempt, long until) {
		long session = until + this.bounds.lease() * Bounds.MILLI;
		return this.history.isAnybodyDisturbed(Effect.LOSS, attempt.firstAsked(), session)
				? session + this.bounds.lease() * Bounds.MILLI : session;
	}

	/**
	 * Whether a server that has not heard of a release may have come in the place of
	 * another one.
	 */
	private boolean isMoving(long released, long until) {
		return this.scope == Scope.CLUSTER
				&& this.history.isAnybodyDisturbed(Effect.RELEASE, released - reach(), until);
	}

	/**
	 * When an attempt may have had its lock.
	 *
	 * @param attempt the attempt
	 * @param from since when
	 * @param to until when
	 * @param queued whether only a message that was lost would have said so
	 */
	record Presence(Attempt attempt, long from, long to, boolean queued) {

		/**
		 * Whether it may be the place of that caller itself.
		 */
		boolean mayBeOf(Operation caller) {
			return this.queued && isAskedBy(caller);
		}

		/**
		 * Whether it may keep out somebody who shares the lock: whoever came before does,
		 * also if it waits itself, but for those who read, whom only others keep waiting.
		 */
		boolean isBefore(Operation caller, long since) {
			return this.attempt.firstAsked() <= caller.end() && this.to >= since && !mayBeOf(caller)
					&& !(caller.isReader() && this.attempt.limit() == 0);
		}

		/**
		 * Whether it was asked for in the name of that caller, or of one of its client at
		 * that time that wanted the same.
		 */
		boolean isAskedBy(Operation caller) {
			return this.attempt.client().equals(caller.client()) && this.attempt.limit() == caller.limit()
					&& this.attempt.firstAsked() >= caller.start() && this.attempt.firstAsked() <= caller.answered();
		}

	}

}
