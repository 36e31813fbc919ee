package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Queue;

/**
 * A queue is as long as its waiters make it: between two of them is one gap at most,
 * however many have come and left. One script may have to look at all places, and Redis
 * answers nobody meanwhile.
 */
final class QueueCheck implements Check {

	@Override
	public String promise() {
		return "who has left the queue of a lock leaves nothing to look at";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Queue queue : history.redis().queues()) {
			findings.examined();
			if (queue.places() > 2 * queue.waiters() + Bounds.MORE_PLACES) {
				findings.violation(queue.lock() + " had " + queue.places() + " places for " + queue.waiters()
						+ " waiters at " + queue.nanos());
			}
		}
	}

}
