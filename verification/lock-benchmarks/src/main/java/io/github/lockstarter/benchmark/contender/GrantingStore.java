package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Grants everything at once to everybody. It excludes nobody: one thread uses it.
 */
final class GrantingStore implements LockStore {

	private final AtomicLong tokens = new AtomicLong(1);

	@Override
	public String label() {
		return "a store that grants";
	}

	@Override
	public String clientId() {
		return "0123456789abcdef0123456789abcdef";
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return owned(leaseMillis);
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return owned(leaseMillis);
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return grant(Status.RELEASED, 0, 0);
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return grant(Status.CANCELLED, 0, 0);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return owned(leaseMillis);
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return grant(Status.FINISHED, 0, 0);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return grant(Status.FREE, 0, 0);
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return grant(Status.FREE, 0, 0);
	}

	private CompletionStage<StoreReply> owned(long leaseMillis) {
		return grant(Status.OWNED, this.tokens.getAndAdd(17), leaseMillis);
	}

	private static CompletionStage<StoreReply> grant(Status status, long token, long leaseMillis) {
		return CompletableFuture
			.completedFuture(new StoreReply(status, new ServerTime("granting", System.currentTimeMillis()), token,
					(token != 0) ? token + 16 : 0, leaseMillis, 0, ""));
	}

	@Override
	public boolean isPushAvailable(String name) {
		return true;
	}

	@Override
	public void resubscribe(String name) {
	}

	@Override
	public void start(Listener listener) {
		listener.onSubscribed();
	}

	@Override
	public void stop() {
	}

}
