package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.SystemLockClock;

/**
 * One application instance on a {@link ModelServer}. Every answer is there at once, on
 * the caller's thread.
 */
final class ModelLockStore implements LockStore {

	private final ModelServer server;

	private volatile String clientId;

	private volatile boolean running;

	ModelLockStore(ModelServer server) {
		this.server = server;
		this.clientId = server.newClient();
	}

	private CompletionStage<StoreReply> run(String name, Function<LockModel, String> command) {
		return this.running ? CompletableFuture.completedStage(this.server.run(name, command)) : CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connection is closed", null));
	}

	/**
	 * The server and its clients run on one machine.
	 */
	private static long cutoff(long notAfter) {
		ServerClock clock = new ServerClock(new SystemLockClock().now());
		return clock.at(notAfter);
	}

	@Override
	public String label() {
		return "the model";
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return run(name, (lock) -> lock.acquire(id, leaseMillis, waitMillis, cutoff(notAfter), false));
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return run(name, (lock) -> lock.acquire(id, leaseMillis, waitMillis, cutoff(notAfter), true));
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return run(name, (lock) -> lock.renew(id, leaseMillis));
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return run(name, (lock) -> lock.release(id, holdMillis));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return run(name, (lock) -> lock.cancel(id, acceptMillis, cutoff(notAfter)));
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return run(name, (lock) -> lock.yield(id, nextId, leaseMillis, waitMillis, cutoff(notAfter)));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return cancel(message.key(), message.id(), 0, NO_LIMIT);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return run(name, LockModel::force);
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return run(name, LockModel::describe);
	}

	@Override
	public boolean isPushAvailable(String name) {
		return this.running;
	}

	@Override
	public void resubscribe(String name) {
	}

	@Override
	public void start(Listener listener) {
		this.clientId = this.server.newClient();
		this.running = true;
		this.server.subscribe(this.clientId, listener);
	}

	@Override
	public void stop() {
		this.server.unsubscribe(this.clientId);
		this.running = false;
	}

}
