package io.github.lockstarter.quorum;

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
		long end = this.quorum.clock().nanoTime() + millis * 1_000_000;
		this.quorum.ask(node, (one) -> one.withdraw(name, withdrawal), (at, reply, failure) -> {
			first.on(at, reply, failure);
			repeat(at, name, withdrawal, new Repetition(end, FIRST_PAUSE_MILLIS), failure);
		});
	}

	private void repeat(int node, String name, Withdrawal withdrawal, Repetition repetition,
			@Nullable StoreException failure) {
		if (failure == null || failure.getOutcome() == StoreException.Outcome.REJECTED
				|| this.quorum.clock().nanoTime() - repetition.end >= 0) {
			return;
		}
		logger.debug("A master is told again that a lock is given up", failure);
		// who gave up until some time, and does not know whether it did, gives up anyway
		Withdrawal repeated = withdrawal.withoutLimit();
		this.timers.later(
				() -> this.quorum.ask(node, (one) -> one.withdraw(name, repeated),
						(at, reply, again) -> repeat(at, name, repeated, repetition.next(), again)),
				repetition.pauseMillis);
	}

	private record Repetition(long end, long pauseMillis) {

		private Repetition next() {
			return new Repetition(this.end, Math.min(2 * this.pauseMillis, LONGEST_PAUSE_MILLIS));
		}

	}

}
