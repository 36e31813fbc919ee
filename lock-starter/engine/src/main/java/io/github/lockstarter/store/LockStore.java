package io.github.lockstarter.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;

/**
 * Where the locks are kept. Operations are atomic and return immediately. The stage
 * completes on a thread of the store, which must not be blocked, or fails with a
 * {@link StoreException}. A stage without an answer fails when the store gives the
 * connection up, after a few command timeouts; callers that need an answer sooner use
 * their own timeout. An exception of an operation counts as a failure of its stage, with
 * an {@linkplain StoreException.Outcome#UNKNOWN unknown} outcome unless it is a
 * {@code StoreException}; if a renewal of several locks throws, all of them have failed.
 *
 * <p>
 * A store may grant or renew for a shorter lease than requested, as
 * {@link StoreReply#leaseMillis()} says; the granted lease counts. A renewed lock is then
 * renewed after a third of that, so the lease should be several command timeouts long; a
 * fixed lease ends sooner than requested. Only an owner whose lease already lasts longer
 * gets more than requested.
 *
 * <p>
 * An {@code id} identifies one attempt to acquire and proves its ownership. Repeating a
 * command with the same id is safe. Commands are executed in the order of their calls,
 * unless the connection breaks between them. After its cutoff a command must not take
 * effect any more.
 *
 * <p>
 * Applications may provide their own store: {@code docs/stores.md} describes how, and the
 * contracts in the starter's {@code test-jar} test it.
 */
public interface LockStore {

	/**
	 * The cutoff of a command that may take effect at any time.
	 */
	long NO_LIMIT = Long.MAX_VALUE;

	/**
	 * The {@linkplain #objection objection} of stores with exclusive locks only;
	 * {@code %s} is the label of the store.
	 */
	String UNSHARED = "%s supports exclusive locks only: no readers and no permits. Leave out "
			+ "mode and permits, or keep such locks in another store";

	/**
	 * Returns where the locks are, as the subject of a sentence.
	 * @return such as "Redis at redis:6379"
	 */
	String label();

	/**
	 * Returns the kind of store, which is the tag {@code store} of meters and spans and
	 * the value of {@code distributed-lock.store} that selects it.
	 * @return one word in lower case, "custom" by default
	 */
	default String kind() {
		return "custom";
	}

	/**
	 * Returns the properties that configure where it is.
	 * @return such as "spring.data.redis.*"
	 */
	default String properties() {
		return "distributed-lock.*";
	}

	/**
	 * Returns advice for an outage.
	 * @param said the reason of the outage, as far as this store has reported it; may be
	 * empty
	 * @return whole sentences; empty if the reason itself says what to change
	 */
	default String remedy(String said) {
		return "Check that " + label() + " can be reached and that its user has the permissions that it needs ("
				+ properties() + ").";
	}

	/**
	 * Returns why this store does not support a request. Called first for each request,
	 * so that the caller gets an {@code IllegalArgumentException} with this text, and at
	 * startup for all annotations, which fails the start. Returns immediately, also
	 * without a connection. By default {@linkplain LockRequest#isShared() shared} locks
	 * are refused; a store that implements {@link #share} returns null.
	 * @param request the request
	 * @return what it does not support and what to write instead, or {@code null}
	 */
	default @Nullable String objection(LockRequest request) {
		return request.isShared() ? UNSHARED.formatted(label()) : null;
	}

	/**
	 * Returns the identity of this application instance: 128 random bits as text without
	 * a colon, drawn again at each start. If a process is copied while it is stopped
	 * (CRaC, SnapStart, a cloned machine), the copies are different instances.
	 * @return the client id, with which every attempt id begins
	 */
	String clientId();

	/**
	 * Acquires the lock if it is free and no waiter is ahead of the caller; otherwise
	 * queues the caller if it waits. A waiter that cannot be notified of a hand-off loses
	 * its place, so that a crashed waiter delays neither those behind it nor callers that
	 * do not wait.
	 * @param name the lock name
	 * @param id the attempt
	 * @param leaseMillis the length of the lease
	 * @param waitMillis how long to keep a place in the queue, zero for none; a
	 * repetition keeps it longer
	 * @param notAfter the cutoff, in nanoseconds of {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis, long notAfter);

	/**
	 * Acquires for an attempt that has had a place in the queue. If the place was lost,
	 * the attempt returns to the head and gets the lock next, whether it can be notified
	 * or not: the next request within the lease of a hand-off finds the lock its own. A
	 * store whose waiters keep their places need not distinguish this from
	 * {@link #acquire}.
	 * @param name the lock name
	 * @param id the attempt
	 * @param leaseMillis the length of the lease
	 * @param waitMillis how long to keep the place
	 * @param notAfter the cutoff, in nanoseconds of {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	default CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, id, leaseMillis, waitMillis, notAfter);
	}

	/**
	 * Acquires a share of the lock, together with other shares and never together with an
	 * exclusive holder; otherwise queues the caller if it waits. Shared and exclusive
	 * requests are served in one order of arrival. Shares are renewed, released,
	 * cancelled and given back as exclusive locks are. Shares without a limit have one
	 * common token between two exclusive holders, or one each where a lock ends with the
	 * session of its client; those with a limit have one each.
	 * @param name the lock name
	 * @param id the attempt
	 * @param limit the largest number of holders, this one included; zero for any number
	 * @param leaseMillis the length of the lease
	 * @param waitMillis how long to keep a place in the queue, zero for none
	 * @param again whether the attempt has had a place in the queue: see
	 * {@link #askAgain}
	 * @param notAfter the cutoff, in nanoseconds of {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT, FINISHED or STALE; refused by default
	 */
	default CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.REJECTED, UNSHARED.formatted(label()), null));
	}

	/**
	 * Extends a held lease to the given time from now; never shortens it.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param leaseMillis the length of the lease
	 * @return one of OWNED or LOST
	 */
	CompletionStage<StoreReply> renew(String name, String id, long leaseMillis);

	/**
	 * Renews several locks independently of each other, in one round trip if the store
	 * can.
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
	 * Releases the lock and hands it to the next waiter.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param holdMillis how long the lock stays taken after the release, zero for not at
	 * all
	 * @return one of RELEASED, ALREADY or NOT_OWNER
	 */
	CompletionStage<StoreReply> release(String name, String id, long holdMillis);

	/**
	 * Ends a wait.
	 * @param name the lock name
	 * @param id the attempt
	 * @param acceptMillis the length of the lease if the lock was granted meanwhile; zero
	 * to release such a grant
	 * @param notAfter when a grant must not be accepted any more, in nanoseconds of
	 * {@link LockClock#nanoTime()}
	 * @return one of OWNED, RELEASED, CANCELLED, FINISHED or STALE; CANCELLED with the
	 * remaining lease of another owner, if the store has seen one
	 */
	CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter);

	/**
	 * Ends the turn of this instance: hands the lock to the next of its callers, or to a
	 * waiter ahead of it.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param nextId the attempt of the next caller
	 * @param leaseMillis the length of the next caller's lease
	 * @param waitMillis how long the next caller keeps a place in the queue
	 * @param notAfter the cutoff, in nanoseconds of {@link LockClock#nanoTime()}
	 * @return one of OWNED, WAIT (about the next caller), LOST or STALE
	 */
	CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter);

	/**
	 * Releases a lock that was handed to an attempt which is unknown here.
	 * @param message the notification of the hand-off
	 * @return one of RELEASED, CANCELLED or FINISHED
	 */
	CompletionStage<StoreReply> giveBack(PushMessage message);

	/**
	 * Takes the lock from any holder.
	 * @param name the lock name
	 * @return one of RELEASED or FREE
	 */
	CompletionStage<StoreReply> force(String name);

	/**
	 * Takes the lock from the turn that has a fencing token, and from no other.
	 * @param name the lock name
	 * @param fencingToken one of the tokens of the turn
	 * @return one of RELEASED, FREE, or NOT_OWNER if another turn has it; fails by
	 * default, for stores that cannot compare and take in one step
	 */
	default CompletionStage<StoreReply> force(String name, long fencingToken) {
		return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.REJECTED,
				label() + " cannot take a lock away by its fencing token", null));
	}

	/**
	 * Describes the holders of the lock.
	 * @param name the lock name
	 * @return one of HELD or FREE
	 */
	CompletionStage<StoreReply> describe(String name);

	/**
	 * Returns whether notifications about a lock reach this instance. Without them its
	 * waiters poll more often.
	 * @param name the lock name
	 * @return whether the subscription is active
	 */
	boolean isPushAvailable(String name);

	/**
	 * Renews the subscription, because notifications about a lock seem to get lost.
	 * @param name the lock name
	 */
	void resubscribe(String name);

	/**
	 * Returns the {@linkplain #state() state} of each server, for a store on several
	 * servers.
	 * @return the states by address; empty by default, and for a single server
	 */
	default Map<String, StoreState> nodes() {
		return Map.of();
	}

	/**
	 * Returns whether this instance can reach the store, without asking it, immediately
	 * and on any thread.
	 * @return the state, {@link StoreState#UNKNOWN} by default
	 */
	default StoreState state() {
		return StoreState.UNKNOWN;
	}

	/**
	 * Returns which servers of a store on several have not answered, and why, without
	 * asking them, immediately and on any thread. Called when a caller gives up without
	 * an answer.
	 * @param waited how long the caller has waited for the answer
	 * @return the reason for people, such as "2 of 3 masters have no answer: …";
	 * {@code null} by default, for a single server, and if all of them answer others
	 */
	default @Nullable String silence(Duration waited) {
		return null;
	}

	/**
	 * Connects. Returns when the first connection is up or has failed, after
	 * {@code distributed-lock.start-timeout} at most, and continues in the background: an
	 * unreachable server does not fail the start. No command is called before this
	 * returns, so callers wait for the first connection, too. Notifications may arrive
	 * later: until {@link #isPushAvailable(String)} is true and
	 * {@link Listener#onSubscribed()} was called, waiters poll, and may be overtaken by
	 * waiters that are notified.
	 * @param listener receives the notifications
	 */
	void start(Listener listener);

	/**
	 * Disconnects. Incomplete stages fail. The store can be started again. A holder keeps
	 * its lock until its lease ends: if locks end with the session of this instance, the
	 * session is not ended before.
	 */
	void stop();

	/**
	 * Receives notifications of a store, on its threads.
	 */
	interface Listener {

		/**
		 * A notification for a waiter of this instance.
		 * @param message the notification
		 */
		void onHandOff(PushMessage message);

		/**
		 * The subscription is active (again); earlier notifications are lost.
		 */
		void onSubscribed();

		/**
		 * A lock was taken from its owner. Optional: without this call the owner detects
		 * the loss at its next renewal.
		 * @param id the attempt that owned it
		 */
		default void onTaken(String id) {
		}

		/**
		 * Another server answers than before, or a restarted one: it may not know what
		 * was granted. All holders renew immediately instead of at the next due time.
		 */
		default void onServerChanged() {
		}

	}

}
