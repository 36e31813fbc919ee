package io.github.lockstarter.core;

import io.github.lockstarter.store.StoreReply;

/**
 * The id under which one {@link StoreAttempt} stands in the store and is found by
 * messages, and whether it does stand there. An id that has ended in the store is never
 * used again: the attempt goes on under a new one. Guarded by the mutex of that attempt.
 */
final class AttemptId {

	private final Attempts attempts;

	private final Attempts.Waiter attempt;

	private String current;

	private boolean inStore;

	AttemptId(Attempts attempts, Attempts.Waiter attempt) {
		this.attempts = attempts;
		this.attempt = attempt;
		this.current = attempts.next();
	}

	String current() {
		return this.current;
	}

	/**
	 * Messages find the attempt from now on.
	 */
	void register() {
		this.attempts.register(this.current, this.attempt);
	}

	void unregister() {
		this.attempts.unregister(this.current);
	}

	/**
	 * The attempt goes on under a new id.
	 */
	void replace() {
		unregister();
		this.current = this.attempts.next();
		this.inStore = false;
		register();
	}

	/**
	 * Whether that is the id of this attempt, or was taken over by its hold.
	 */
	boolean isInUse(String id) {
		return this.attempts.find(id) == this.attempt;
	}

	/**
	 * Whether the store has said that it owns the lock or waits for it.
	 */
	boolean isInStore() {
		return this.inStore;
	}

	void heard(StoreReply reply) {
		this.inStore = this.inStore || reply.isInStore();
	}

	void hasLeft() {
		this.inStore = false;
	}

}
