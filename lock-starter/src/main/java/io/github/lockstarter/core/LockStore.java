package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Where the locks are kept. The operations are atomic and return at once; the stage
 * completes on a thread of the store, which must not be blocked, or fails with a
 * {@link StoreException}. A stage whose command gets no answer fails at the latest when
 * the store gives the connection up, after a few command timeouts: callers that need an
 * answer sooner watch the time themselves.
 *
 * <p>
 * An {@code id} names one attempt to acquire and is its proof of ownership. Repeating a
 * command with the same id is safe. Commands that are given one after the other are
 * executed in that order, unless the connection breaks between them.
 */
public interface LockStore {

	/**
	 * The identity of this application instance: 128 random bits as text without a colon.
	 * @return the client id, with which every attempt id begins
	 */
	String clientId();

	/**
	 * Takes the lock if it is free and nobody is before the caller; otherwise queues the
	 * caller if it waits. A waiter that the store cannot tell when the lock is handed on
	 * loses its place, so that nobody has to wait for the dead: neither those behind it
	 * nor a caller that does not wait.
	 * @param name the lock name
	 * @param id the attempt
	 * @param leaseMillis the length of the lease
	 * @param waitMillis for how long to keep a place in the queue, zero for none; asking
	 * again keeps it longer
	 * @param cutoff the server time in milliseconds after which the command must not take
	 * effect
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	CompletionStage<Grant> acquire(String name, String id, long leaseMillis, long waitMillis, long cutoff);

	/**
	 * Acquires for a waiter that has had a place in the queue. If it has lost that, it
	 * comes back to the head, and the lock is handed to it next, told or not: so it has
	 * the lock when it asks once more, if that is within the lease of a hand-off. A store
	 * whose waiters keep their places does not tell the two apart.
	 * @param name the lock name
	 * @param id the attempt
	 * @param leaseMillis the length of the lease
	 * @param waitMillis for how long to keep the place
	 * @param cutoff the server time in milliseconds after which the command must not take
	 * effect
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	default CompletionStage<Grant> askAgain(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		return acquire(name, id, leaseMillis, waitMillis, cutoff);
	}

	/**
	 * Makes a held lease last until the given time from now, never shorter than it was.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param leaseMillis the length of the lease
	 * @return one of OWNED or LOST
	 */
	CompletionStage<Grant> renew(String name, String id, long leaseMillis);

	/**
	 * Renews many locks, each for itself: one that is lost or fails says nothing about
	 * the others. A store that can send them together does.
	 * @param renewals what to renew
	 * @return the answers, in the same order, each one of OWNED or LOST
	 */
	default List<CompletionStage<Grant>> renew(List<Renewal> renewals) {
		return renewals.stream().map(this::renew).toList();
	}

	private CompletionStage<Grant> renew(Renewal renewal) {
		try {
			return renew(renewal.name(), renewal.id(), renewal.leaseMillis());
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	/**
	 * Gives the lock back and hands it to the next waiter.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param holdMillis for how long the lock stays taken, by nobody; zero for none
	 * @return one of RELEASED, ALREADY or NOT_OWNER
	 */
	CompletionStage<Grant> release(String name, String id, long holdMillis);

	/**
	 * Gives up waiting.
	 * @param name the lock name
	 * @param id the attempt
	 * @param acceptMillis the length of the lease if the lock was granted meanwhile; zero
	 * to give such a grant back
	 * @param cutoff the server time in milliseconds after which a grant must not be
	 * accepted
	 * @return one of OWNED, RELEASED, CANCELLED, FINISHED or STALE
	 */
	CompletionStage<Grant> cancel(String name, String id, long acceptMillis, long cutoff);

	/**
	 * Ends the turn of this instance: gives the lock to the next of its callers, or to
	 * whoever waits before it.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param nextId the attempt of the next caller
	 * @param leaseMillis the length of the next caller's lease
	 * @param waitMillis for how long the next caller keeps a place in the queue
	 * @param cutoff the server time in milliseconds after which the command must not take
	 * effect
	 * @return one of OWNED, WAIT (about the next caller), LOST or STALE
	 */
	CompletionStage<Grant> yield(String name, String id, String nextId, long leaseMillis, long waitMillis, long cutoff);

	/**
	 * Gives back a lock that was handed to an attempt nobody knows.
	 * @param handOff the message about it
	 * @return one of RELEASED, CANCELLED or FINISHED
	 */
	CompletionStage<Grant> giveBack(HandOff handOff);

	/**
	 * Takes the lock from whoever holds it.
	 * @param name the lock name
	 * @return one of RELEASED or FREE
	 */
	CompletionStage<Grant> force(String name);

	/**
	 * Says who holds the lock.
	 * @param name the lock name
	 * @return one of HELD or FREE
	 */
	CompletionStage<Grant> describe(String name);

	/**
	 * Whether messages reach this instance. Without them a waiter has to ask more often.
	 * @return whether the subscription stands
	 */
	boolean isPushAvailable();

	/**
	 * Renews the subscription, because messages seem to get lost.
	 */
	void resubscribe();

	/**
	 * Connects. Waits one command timeout at most and goes on in the background: an
	 * unreachable server does not fail the start.
	 * @param listener who is told
	 */
	void start(Listener listener);

	/**
	 * Disconnects. Stages that are not complete fail. The store can be started again.
	 */
	void stop();

	/**
	 * What a store says without being asked, on its own threads.
	 */
	interface Listener {

		/**
		 * A message to a waiter of this instance.
		 * @param handOff the message
		 */
		void onHandOff(HandOff handOff);

		/**
		 * The server's clock was read.
		 * @param sent when the question was sent
		 * @param serverNow the answer, in milliseconds
		 */
		void onServerTime(Moment sent, long serverNow);

		/**
		 * The subscription stands (again); messages sent before are lost.
		 */
		void onSubscribed();

	}

}
