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
 * Another application instance that only acquires and releases: it renews nothing, and
 * outages between the server and the instances under test do not affect it.
 */
public final class ElsewhereClient {

	private final MemoryServer server;

	private final String clientId;

	private final AtomicInteger attempts = new AtomicInteger();

	public ElsewhereClient(MemoryServer server) {
		this.server = server;
		this.clientId = server.newClient("elsewhere");
	}

	// Fails if the lock is held.
	public Taken take(String name, Duration lease) {
		return take(name, (lock, id) -> lock.acquire(id, lease.toMillis(), 0, LockStore.NO_LIMIT, false));
	}

	// Takes the lock away from its holder, so that no waiter gets it in between.
	public Taken takeOver(String name, Duration lease) {
		String id = AttemptId.of(this.clientId, this.attempts.incrementAndGet());
		return taken(name, id,
				this.server.takeOver(name, (lock) -> lock.acquire(id, lease.toMillis(), 0, LockStore.NO_LIMIT, false)));
	}

	// Fails if there is no room for one more, or the lock has waiters. A limit of zero is
	// a reader.
	public Taken share(String name, int limit, Duration lease) {
		return take(name, (lock, id) -> lock.share(id, limit, lease.toMillis(), 0, LockStore.NO_LIMIT, false));
	}

	private Taken take(String name, BiFunction<LockRecord, String, StoreReply> command) {
		String id = AttemptId.of(this.clientId, this.attempts.incrementAndGet());
		return taken(name, id, this.server.run(name, (lock) -> command.apply(lock, id)));
	}

	private Taken taken(String name, String id, StoreReply reply) {
		if (reply.status() != Status.OWNED) {
			throw new IllegalStateException("Lock '" + name + "' is not free: " + this.server.describe(name).holder()
					+ " holds it, or is next. Release it first, or take it away");
		}
		return new Taken(id, reply.firstToken());
	}

	// No effect if the lease has expired.
	public void release(String name, Taken taken) {
		this.server.run(name, (lock) -> lock.release(taken.id(), 0));
	}

	public boolean holds(String name, Taken taken) {
		return this.server.isHeldBy(name, taken.id());
	}

	public long waiters(String name) {
		return this.server.describe(name).queue();
	}

	// Without one, advancing the time has no effects but the end of what is held here.
	public @Nullable String lockOfOthers() {
		return this.server.lockOfOthers(this.clientId);
	}

	/**
	 * A lock that is held here.
	 *
	 * @param id the attempt
	 * @param fencingToken its fencing token
	 */
	public record Taken(String id, long fencingToken) {

	}

}
