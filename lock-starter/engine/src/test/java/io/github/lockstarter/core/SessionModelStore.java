package io.github.lockstarter.core;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One application instance with a session at a {@link SessionServer}. No lease is longer
 * than a session is sure to last.
 */
final class SessionModelStore implements LockStore {

	static final long MOST_MILLIS = 8_000;

	private final SessionServer server;

	private volatile String clientId = UUID.randomUUID().toString();

	private volatile boolean running;

	SessionModelStore(SessionServer server) {
		this.server = server;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return ask(name, id, leaseMillis, waitMillis, notAfter, false);
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return ask(name, id, leaseMillis, waitMillis, notAfter, true);
	}

	private CompletionStage<StoreReply> ask(String name, String id, long lease, long wait, long notAfter,
			boolean again) {
		return timely(notAfter, () -> this.server.ask(name, id,
				(lock) -> lock.acquire(id, bounded(lease), wait, Long.MAX_VALUE, again)));
	}

	private static long bounded(long leaseMillis) {
		return Math.min(leaseMillis, MOST_MILLIS);
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return answer(() -> this.server.run(name, (lock) -> lock.renew(id, bounded(leaseMillis))));
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return answer(() -> this.server.run(name, (lock) -> lock.release(id, holdMillis)));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return timely(notAfter,
				() -> this.server.run(name, (lock) -> lock.cancel(id, bounded(acceptMillis), Long.MAX_VALUE)));
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return timely(notAfter, () -> this.server.ask(name, nextId,
				(lock) -> lock.yield(id, nextId, bounded(leaseMillis), waitMillis, Long.MAX_VALUE)));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return cancel(message.key(), message.id(), 0, NO_LIMIT);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return answer(() -> this.server.run(name, (lock) -> lock.force()));
	}

	@Override
	public CompletionStage<StoreReply> force(String name, long fencingToken) {
		return answer(() -> this.server.run(name, (lock) -> lock.force(fencingToken)));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return answer(() -> this.server.run(name, (lock) -> lock.describe()));
	}

	/**
	 * There is no time but that of this JVM.
	 */
	private CompletionStage<StoreReply> timely(long notAfter, Supplier<StoreReply> command) {
		boolean late = notAfter != NO_LIMIT && System.nanoTime() - notAfter > 0;
		return late ? CompletableFuture.completedStage(StoreReply.of(Status.STALE, ServerTime.NONE)) : answer(command);
	}

	private CompletionStage<StoreReply> answer(Supplier<StoreReply> command) {
		return this.running ? CompletableFuture.completedStage(command.get()) : CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "there is no session", null));
	}

	@Override
	public String label() {
		return "The model of a store of sessions";
	}

	@Override
	public String clientId() {
		return this.clientId;
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
		this.clientId = UUID.randomUUID().toString();
		this.running = true;
		this.server.begin(this.clientId, listener);
	}

	@Override
	public void stop() {
		this.running = false;
		this.server.leave(this.clientId);
	}

}
