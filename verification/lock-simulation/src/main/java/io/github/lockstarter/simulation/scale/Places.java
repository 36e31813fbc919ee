package io.github.lockstarter.simulation.scale;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Who was told to wait at which place of one lock's queue while nobody left it, and
 * whether all are served in that order.
 */
final class Places {

	private final String name;

	private final Map<String, Long> places = new HashMap<>();

	private boolean open;

	private long last;

	private long served;

	private long misplaced;

	/**
	 * Nobody waits yet.
	 * @param name the lock
	 */
	Places(String name) {
		this.name = name;
	}

	/**
	 * From now on they are served: a place is counted from another head.
	 */
	void open() {
		this.open = true;
	}

	void answered(String lock, String id, StoreReply reply) {
		if (!lock.equals(this.name)) {
			return;
		}
		if (reply.status() == Status.OWNED) {
			granted(lock, id);
		}
		else if (!this.open && reply.queue() > 0) {
			this.places.putIfAbsent(id, reply.queue());
		}
	}

	void granted(String lock, String id) {
		Long place = lock.equals(this.name) ? this.places.remove(id) : null;
		if (place != null) {
			this.served++;
			this.misplaced += (place < this.last) ? 1 : 0;
			this.last = place;
		}
	}

	/**
	 * How many had a place and were served.
	 */
	long served() {
		return this.served;
	}

	/**
	 * How many of them were served after somebody from behind them.
	 */
	long misplaced() {
		return this.misplaced;
	}

}
