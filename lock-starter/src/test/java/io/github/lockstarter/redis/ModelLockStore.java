package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.core.Grant;
import io.github.lockstarter.core.HandOff;
import io.github.lockstarter.core.LockStore;
import io.github.lockstarter.core.StoreException;

/**
 * One application instance on a {@link ModelServer}. Every answer is there at once, on
 * the caller's thread.
 */
final class ModelLockStore implements LockStore {

	private final ModelServer server;

	private final String clientId;

	private volatile boolean running;

	ModelLockStore(ModelServer server) {
		this.server = server;
		this.clientId = server.newClient();
	}

	private CompletionStage<Grant> run(String name, Function<LockModel, String> command) {
		return this.running ? CompletableFuture.completedStage(this.server.run(name, command)) : CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connection is closed", null));
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<Grant> acquire(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		return run(name, (lock) -> lock.acquire(id, leaseMillis, waitMillis, cutoff, false));
	}

	@Override
	public CompletionStage<Grant> askAgain(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		return run(name, (lock) -> lock.acquire(id, leaseMillis, waitMillis, cutoff, true));
	}

	@Override
	public CompletionStage<Grant> renew(String name, String id, long leaseMillis) {
		return run(name, (lock) -> lock.renew(id, leaseMillis));
	}

	@Override
	public CompletionStage<Grant> release(String name, String id, long holdMillis) {
		return run(name, (lock) -> lock.release(id, holdMillis));
	}

	@Override
	public CompletionStage<Grant> cancel(String name, String id, long acceptMillis, long cutoff) {
		return run(name, (lock) -> lock.cancel(id, acceptMillis, cutoff));
	}

	@Override
	public CompletionStage<Grant> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long cutoff) {
		return run(name, (lock) -> lock.yield(id, nextId, leaseMillis, waitMillis, cutoff));
	}

	@Override
	public CompletionStage<Grant> giveBack(HandOff handOff) {
		return cancel(handOff.key(), handOff.id(), 0, 0);
	}

	@Override
	public CompletionStage<Grant> force(String name) {
		return run(name, LockModel::force);
	}

	@Override
	public CompletionStage<Grant> describe(String name) {
		return run(name, LockModel::describe);
	}

	@Override
	public boolean isPushAvailable() {
		return this.running;
	}

	@Override
	public void resubscribe() {
	}

	@Override
	public void start(Listener listener) {
		this.running = true;
		this.server.subscribe(this.clientId, listener);
	}

	@Override
	public void stop() {
		this.server.unsubscribe(this.clientId);
		this.running = false;
	}

}
