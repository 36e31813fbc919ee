package io.github.lockstarter.testing.memory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * One application instance on a {@link MemoryServer}, for tests. Several of them on one
 * server are several servers of an application, in one JVM. Every answer is there at
 * once, on the caller's thread.
 */
public final class MemoryLockStore implements LockStore {

	private final MemoryServer server;

	private final String holderLabel;

	private volatile String clientId;

	private volatile boolean running;

	/**
	 * Creates the store of one instance.
	 * @param server has the locks
	 * @param holderLabel how people see this instance as a holder
	 */
	public MemoryLockStore(MemoryServer server, String holderLabel) {
		this.server = server;
		this.holderLabel = holderLabel;
		this.clientId = server.newClient(holderLabel);
	}

	private CompletionStage<StoreReply> answer(Supplier<StoreReply> command) {
		if (!this.running) {
			return failed("the connection is closed");
		}
		return this.server.isReachable() ? CompletableFuture.completedStage(command.get())
				: failed("the test has an outage");
	}

	private static CompletionStage<StoreReply> failed(String why) {
		return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, why, null));
	}

	/**
	 * The server and its clients have one clock.
	 */
	private long cutoff(long notAfter) {
		return new ServerClock(this.server.clock().now()).at(notAfter);
	}

	@Override
	public String label() {
		return "The lock store in memory";
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, id, leaseMillis, waitMillis, notAfter, false);
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, id, leaseMillis, waitMillis, notAfter, true);
	}

	private CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter, boolean again) {
		return answer(() -> this.server.run(name,
				(lock) -> lock.acquire(id, leaseMillis, waitMillis, cutoff(notAfter), again)));
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return answer(() -> this.server.run(name, (lock) -> lock.renew(id, leaseMillis)));
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return answer(() -> this.server.run(name, (lock) -> lock.release(id, holdMillis)));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return answer(() -> this.server.run(name, (lock) -> lock.cancel(id, acceptMillis, cutoff(notAfter))));
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return answer(() -> this.server.run(name,
				(lock) -> lock.yield(id, nextId, leaseMillis, waitMillis, cutoff(notAfter))));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return cancel(message.key(), message.id(), 0, NO_LIMIT);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return answer(() -> this.server.run(name, LockRecord::force));
	}

	@Override
	public CompletionStage<StoreReply> force(String name, long fencingToken) {
		return answer(() -> this.server.run(name, (lock) -> lock.force(fencingToken)));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return answer(() -> this.server.describe(name));
	}

	@Override
	public boolean isPushAvailable(String name) {
		return this.running && this.server.isReachable();
	}

	@Override
	public void resubscribe(String name) {
	}

	@Override
	public void start(Listener listener) {
		this.clientId = this.server.newClient(this.holderLabel);
		this.running = true;
		this.server.subscribe(this.clientId, listener);
	}

	@Override
	public void stop() {
		this.server.unsubscribe(this.clientId);
		this.running = false;
	}

}
