package io.github.lockstarter.testing.memory;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Another application instance that takes locks and gives them back, and does nothing
 * else: it renews none, and an outage between the instances under test and the server
 * does not concern it.
 */
public final class ElsewhereClient {

	private final MemoryServer server;

	private final String clientId;

	private final AtomicInteger attempts = new AtomicInteger();

	/**
	 * Creates the instance.
	 * @param server has the locks
	 */
	public ElsewhereClient(MemoryServer server) {
		this.server = server;
		this.clientId = server.newClient("elsewhere");
	}

	/**
	 * Takes a lock that is free.
	 * @param name the lock name
	 * @param lease the length of its lease
	 * @return what was taken
	 * @throws IllegalStateException if somebody holds it
	 */
	public Taken take(String name, Duration lease) {
		return take(name, (lock, id) -> lock.acquire(id, lease.toMillis(), 0, LockStore.NO_LIMIT, false));
	}

	/**
	 * Takes a share of a lock, beside those who have one.
	 * @param name the lock name
	 * @param limit how many may share it, zero for any number of readers
	 * @param lease the length of its lease
	 * @return what was taken
	 * @throws IllegalStateException if somebody holds it alone, or so many share it, or
	 * somebody waits for it
	 */
	public Taken share(String name, int limit, Duration lease) {
		return take(name, (lock, id) -> lock.share(id, limit, lease.toMillis(), 0, LockStore.NO_LIMIT, false));
	}

	private Taken take(String name, BiFunction<LockRecord, String, StoreReply> command) {
		String id = AttemptId.of(this.clientId, this.attempts.incrementAndGet());
		StoreReply reply = this.server.run(name, (lock) -> command.apply(lock, id));
		if (reply.status() != Status.OWNED) {
			throw new IllegalStateException("Lock '" + name + "' is not free: " + this.server.describe(name).holder()
					+ " holds it, or is next. Release it first, or take it away");
		}
		return new Taken(id, reply.firstToken());
	}

	/**
	 * Gives a lock back; the next waiter gets it. Does nothing if its lease is over.
	 * @param name the lock name
	 * @param taken what was taken
	 */
	public void release(String name, Taken taken) {
		this.server.run(name, (lock) -> lock.release(taken.id(), 0));
	}

	/**
	 * Whether it still holds what it took.
	 * @param name the lock name
	 * @param taken what was taken
	 * @return whether its lease goes on
	 */
	public boolean holds(String name, Taken taken) {
		return this.server.isHeldBy(name, taken.id());
	}

	/**
	 * How many requests wait for a lock in the store.
	 * @param name the lock name
	 * @return the number, zero for a lock that is free
	 */
	public long waiters(String name) {
		return this.server.describe(name).queue();
	}

	/**
	 * Looks for a lock that others than this instance hold, or anybody waits for. While
	 * there is none, nothing but the end of what is held here happens by itself, however
	 * much time goes by.
	 * @return the name of one, or null
	 */
	public @Nullable String lockOfOthers() {
		return this.server.lockOfOthers(this.clientId);
	}

	/**
	 * A lock that was taken.
	 *
	 * @param id the attempt
	 * @param fencingToken its fencing token
	 */
	public record Taken(String id, long fencingToken) {

	}

}
