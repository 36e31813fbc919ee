package io.github.lockstarter.quorum;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;

/**
 * Gives up at each node until that node has answered, or until what it has has ended by
 * itself: a majority is enough for the caller, but what one node keeps is in the way of
 * the next holder.
 */
final class Withdrawals {

	private static final long FIRST_PAUSE_MILLIS = 20;

	private static final long LONGEST_PAUSE_MILLIS = 500;

	private static final Log logger = LogFactory.getLog(Withdrawals.class);

	private final Quorum quorum;

	private final Timers timers;

	private final Map<Where, Repetition> repeated = new ConcurrentHashMap<>();

	Withdrawals(Quorum quorum, Timers timers) {
		this.quorum = quorum;
		this.timers = timers;
	}

	/**
	 * Gives up at all nodes.
	 * @param first gets the answers to the first try
	 */
	void send(String name, Withdrawal withdrawal, long millis, Quorum.NodeAnswer first) {
		for (int i = 0; i < this.quorum.size(); i++) {
			send(i, name, withdrawal, millis, first);
		}
	}

	/**
	 * Gives up at one node.
	 * @param millis for how long to repeat it
	 * @param first gets the answer to the first try
	 */
	void send(int node, String name, Withdrawal withdrawal, long millis, Quorum.NodeAnswer first) {
		long begin = this.quorum.clock().nanoTime();
		this.quorum.ask(node, (one) -> one.withdraw(name, withdrawal), (at, reply, failure) -> {
			first.on(at, reply, failure);
			if (isOpen(failure)) {
				repeat(new Where(at, name, withdrawal.id(), withdrawal.round()),
						new Repetition(withdrawal, begin, begin + millis * 1_000_000));
			}
		});
	}

	/**
	 * Gives up at one node what a round got there. Nobody waits for the answer.
	 * @param placeMillis for how long to take a place in the queue instead
	 * @param millis for how long to repeat it
	 */
	void stepBack(int node, String name, Proposal proposal, long placeMillis, long millis) {
		send(node, name, Withdrawal.stepBack(proposal, placeMillis), millis, (at, reply, failure) -> {
		});
	}

	private static boolean isOpen(@Nullable StoreException failure) {
		return failure != null && failure.getOutcome() != StoreException.Outcome.REJECTED;
	}

	/**
	 * Who gives up again what is being repeated, because no majority has answered, does
	 * not repeat it twice; it is repeated for as long as any of them has to be.
	 */
	private void repeat(Where where, Repetition repetition) {
		Repetition now = this.repeated.merge(where, repetition, Repetition::longer);
		if (now == repetition) {
			later(where, FIRST_PAUSE_MILLIS);
		}
	}

	private void later(Where where, long pause) {
		this.timers.later(() -> again(where, pause), pause);
	}

	private void again(Where where, long pause) {
		Repetition now = this.repeated.get(where);
		if (now == null) {
			return;
		}
		long nanos = this.quorum.clock().nanoTime();
		if (nanos - now.end >= 0) {
			if (!this.repeated.remove(where, now)) {
				later(where, FIRST_PAUSE_MILLIS);
			}
			return;
		}
		Withdrawal due = now.withdrawal.after((nanos - now.begin) / 1_000_000);
		this.quorum.ask(where.node, (one) -> one.withdraw(where.name, due), (at, reply, failure) -> {
			if (isOpen(failure)) {
				logger.debug("A master is told again that a lock is given up", failure);
				later(where, Math.min(2 * pause, LONGEST_PAUSE_MILLIS));
			}
			else {
				this.repeated.remove(where);
			}
		});
	}

	private record Where(int node, String name, String id, long round) {

	}

	private record Repetition(Withdrawal withdrawal, long begin, long end) {

		// a new object: who has put its own in is the one to begin
		Repetition longer(Repetition other) {
			return new Repetition(other.withdrawal, other.begin, (other.end - this.end >= 0) ? other.end : this.end);
		}

	}

}
