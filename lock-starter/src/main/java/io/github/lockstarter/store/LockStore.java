package io.github.lockstarter.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;

/**
 * Where the locks are kept. The operations are atomic and return at once; the stage
 * completes on a thread of the store, which must not be blocked, or fails with a
 * {@link StoreException}. A stage whose command gets no answer fails at the latest when
 * the store gives the connection up, after a few command timeouts: callers that need an
 * answer sooner watch the time themselves. What an operation throws is taken for the
 * failure of its stage, with an {@linkplain StoreException.Outcome#UNKNOWN unknown}
 * outcome unless it is a {@code StoreException}; a renewal of many that throws has failed
 * for all of them.
 *
 * <p>
 * A store may grant a shorter lease than it is asked for, and says so in
 * {@link StoreReply#leaseMillis()}: what counts is what it has granted. A lock that is
 * renewed then is renewed after a third of that, so it should be some command timeouts
 * long; one with a fixed lease ends with it, sooner than its holder has asked. The same
 * goes for a renewal. A longer lease than was asked for is granted only to the owner of
 * one that lasts longer already.
 *
 * <p>
 * An {@code id} names one attempt to acquire and is its proof of ownership. Repeating a
 * command with the same id is safe. Commands that are given one after the other are
 * executed in that order, unless the connection breaks between them.
 *
 * <p>
 * An application may have a store of its own: {@code docs/stores.md} says how one is
 * written, and the contracts in the starter's {@code test-jar} try what it has to keep.
 */
public interface LockStore {

	/**
	 * For a command that may take effect whenever it arrives.
	 */
	long NO_LIMIT = Long.MAX_VALUE;

	/**
	 * The {@linkplain #objection objection} of a store that grants a lock to one holder
	 * only; what is missing in it is the store.
	 */
	String UNSHARED = "%s grants a lock to one holder at a time: it knows no readers and no permits. Leave out "
			+ "mode and permits, or keep such locks in one Redis or in a database";

	/**
	 * Where the locks are, for people, as the subject of a sentence.
	 * @return such as "Redis at redis:6379"
	 */
	String label();

	/**
	 * What kind of store it is, as the tag {@code store} of meters and spans: the name
	 * under which {@code distributed-lock.store} chooses it, if it can be chosen.
	 * @return one word in lower case, "custom" by default
	 */
	default String kind() {
		return "custom";
	}

	/**
	 * The properties that say where it is, for people.
	 * @return such as "spring.data.redis.*"
	 */
	default String properties() {
		return "distributed-lock.*";
	}

	/**
	 * What a person can look at when nobody could say who holds a lock.
	 * @param said why, as far as this store has said it; empty if it has not
	 * @return whole sentences, empty if what it has said names already what to change
	 */
	default String remedy(String said) {
		return "Check that " + label() + " can be reached and that its user has the rights for it (" + properties()
				+ ").";
	}

	/**
	 * Why this store cannot do what is asked for. It is asked before anything else, so
	 * that the caller gets an {@code IllegalArgumentException} with these words, and when
	 * the application starts for what its annotations ask, which stops the start. Answers
	 * at once, also while there is no connection. By default a lock that is
	 * {@linkplain LockRequest#isShared() shared} is refused; a store that has
	 * {@link #share} says null.
	 * @param request what is asked for
	 * @return what it cannot do and what to write instead, or null if it can
	 */
	default @Nullable String objection(LockRequest request) {
		return request.isShared() ? UNSHARED.formatted(label()) : null;
	}

	/**
	 * The identity of this application instance: 128 random bits as text without a colon,
	 * drawn anew at each start. So a process that is copied while it is stopped (CRaC,
	 * SnapStart, a cloned machine) goes on as two instances.
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
	 * @param notAfter when the command must not take effect any more, in nanoseconds of
	 * {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis, long notAfter);

	/**
	 * Acquires for a waiter that has had a place in the queue. If it has lost that, it
	 * comes back to the head, and the lock is handed to it next, told or not: so it has
	 * the lock when it asks once more, if that is within the lease of a hand-off. A store
	 * whose waiters keep their places does not tell the two apart.
	 * @param name the lock name
	 * @param id the attempt
	 * @param leaseMillis the length of the lease
	 * @param waitMillis for how long to keep the place
	 * @param notAfter when the command must not take effect any more, in nanoseconds of
	 * {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	default CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, id, leaseMillis, waitMillis, notAfter);
	}

	/**
	 * Takes a share of the lock, beside others that share it and never beside one that
	 * holds it alone; otherwise queues the caller if it waits. All are served in one
	 * order of arrival, those who want the lock alone among them: who is first and can
	 * have what it asks for gets it before everybody behind. What was granted is renewed,
	 * released, cancelled and given back as any lock. Those without a limit have one
	 * token between two others that hold it alone; those with a limit have one each.
	 * @param name the lock name
	 * @param id the attempt
	 * @param limit with how many others at most it is held, itself among them; zero for
	 * any number
	 * @param leaseMillis the length of the lease
	 * @param waitMillis for how long to keep a place in the queue, zero for none
	 * @param again whether the attempt has had a place in the queue: see
	 * {@link #askAgain}
	 * @param notAfter when the command must not take effect any more, in nanoseconds of
	 * {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT, FINISHED or STALE; refused by default
	 */
	default CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.REJECTED, UNSHARED.formatted(label()), null));
	}

	/**
	 * Makes a held lease last until the given time from now, never shorter than it was.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param leaseMillis the length of the lease
	 * @return one of OWNED or LOST
	 */
	CompletionStage<StoreReply> renew(String name, String id, long leaseMillis);

	/**
	 * Renews many locks, each for itself: one that is lost or fails says nothing about
	 * the others. A store that can send them together does.
	 * @param renewals what to renew
	 * @return the answers, in the same order, each one of OWNED or LOST
	 */
	default List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		return renewals.stream().map(this::renew).toList();
	}

	private CompletionStage<StoreReply> renew(Renewal renewal) {
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
	CompletionStage<StoreReply> release(String name, String id, long holdMillis);

	/**
	 * Gives up waiting.
	 * @param name the lock name
	 * @param id the attempt
	 * @param acceptMillis the length of the lease if the lock was granted meanwhile; zero
	 * to give such a grant back
	 * @param notAfter when a grant must not be accepted any more, in nanoseconds of
	 * {@link LockClock#nanoTime()}
	 * @return one of OWNED, RELEASED, CANCELLED, FINISHED or STALE; CANCELLED with what
	 * is left of another's lease, if the question to accept a grant has seen one
	 */
	CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter);

	/**
	 * Ends the turn of this instance: gives the lock to the next of its callers, or to
	 * whoever waits before it.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param nextId the attempt of the next caller
	 * @param leaseMillis the length of the next caller's lease
	 * @param waitMillis for how long the next caller keeps a place in the queue
	 * @param notAfter when the command must not take effect any more, in nanoseconds of
	 * {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT (about the next caller), LOST or STALE
	 */
	CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter);

	/**
	 * Gives back a lock that was handed to an attempt nobody knows.
	 * @param message the message about it
	 * @return one of RELEASED, CANCELLED or FINISHED
	 */
	CompletionStage<StoreReply> giveBack(PushMessage message);

	/**
	 * Takes the lock from whoever holds it.
	 * @param name the lock name
	 * @return one of RELEASED or FREE
	 */
	CompletionStage<StoreReply> force(String name);

	/**
	 * Takes the lock from the turn that has a fencing token, and from nobody else.
	 * @param name the lock name
	 * @param fencingToken one of the tokens of the turn
	 * @return one of RELEASED, FREE, or NOT_OWNER if another turn has it; a store that
	 * cannot compare and take in one step refuses
	 */
	default CompletionStage<StoreReply> force(String name, long fencingToken) {
		return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.REJECTED,
				label() + " cannot take a lock away by its fencing token", null));
	}

	/**
	 * Says who holds the lock.
	 * @param name the lock name
	 * @return one of HELD or FREE
	 */
	CompletionStage<StoreReply> describe(String name);

	/**
	 * Whether messages about a lock reach this instance. Without them a waiter has to ask
	 * more often.
	 * @param name the lock name
	 * @return whether the subscription stands
	 */
	boolean isPushAvailable(String name);

	/**
	 * Renews the subscription, because messages about a lock seem to get lost.
	 * @param name the lock name
	 */
	void resubscribe(String name);

	/**
	 * The same as {@link #state()} for each server that the store is spread over.
	 * @return the states by the addresses of the servers; empty by default, and where
	 * there is only one
	 */
	default Map<String, StoreState> nodes() {
		return Map.of();
	}

	/**
	 * Whether this instance can reach the store, by what it knows: nothing is asked, so
	 * that this answers at once on any thread.
	 * @return the state, {@link StoreState#UNKNOWN} by default
	 */
	default StoreState state() {
		return StoreState.UNKNOWN;
	}

	/**
	 * Which servers of a store that is spread over several have not answered, and why, by
	 * what this instance knows: nothing is asked, so that this answers at once on any
	 * thread. Asked when a caller gives up a question without an answer.
	 * @param waited for how long the answer was waited for
	 * @return the reason for people, such as "2 of 3 masters did not answer: …", or null
	 * by default, where there is only one, and where all of them answer others
	 */
	default @Nullable String silence(Duration waited) {
		return null;
	}

	/**
	 * Connects. Returns when the first connection stands or has failed, after a few
	 * seconds at most ({@code distributed-lock.start-timeout}), and goes on in the
	 * background: an unreachable server does not fail the start. No command is given
	 * before this returns, so that callers wait for the first connection too. Messages
	 * may not reach this instance yet: {@link #isPushAvailable(String)} says whether they
	 * do, and until {@link Listener#onSubscribed()} waiters ask, and may be overtaken by
	 * those that messages reach.
	 * @param listener who is told
	 */
	void start(Listener listener);

	/**
	 * Disconnects. Stages that are not complete fail. The store can be started again. A
	 * holder that works on has its lock until its lease ends: a store whose locks end
	 * with the session of this instance does not end it before.
	 */
	void stop();

	/**
	 * What a store says without being asked, on its own threads.
	 */
	interface Listener {

		/**
		 * A message to a waiter of this instance.
		 * @param message the message
		 */
		void onHandOff(PushMessage message);

		/**
		 * The subscription stands (again); messages sent before are lost.
		 */
		void onSubscribed();

		/**
		 * A lock was taken from its owner. A store that can say so spares the owner the
		 * time until its next renewal; none has to.
		 * @param id the attempt that owned it
		 */
		default void onTaken(String id) {
		}

		/**
		 * Another server answers than before, or one that was restarted: it may not know
		 * what was granted. Whoever holds a lock asks at once, and not only at the next
		 * renewal.
		 */
		default void onServerChanged() {
		}

	}

}
