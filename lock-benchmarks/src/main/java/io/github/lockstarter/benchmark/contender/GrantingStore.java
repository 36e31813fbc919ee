package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.core.Grant;
import io.github.lockstarter.core.Grant.Status;
import io.github.lockstarter.core.HandOff;
import io.github.lockstarter.core.LockStore;
import io.github.lockstarter.core.ServerTime;

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
	public CompletionStage<Grant> acquire(String name, String id, long leaseMillis, long waitMillis, long notAfter) {
		return owned(leaseMillis);
	}

	@Override
	public CompletionStage<Grant> renew(String name, String id, long leaseMillis) {
		return owned(leaseMillis);
	}

	@Override
	public CompletionStage<Grant> release(String name, String id, long holdMillis) {
		return grant(Status.RELEASED, 0, 0);
	}

	@Override
	public CompletionStage<Grant> cancel(String name, String id, long acceptMillis, long notAfter) {
		return grant(Status.CANCELLED, 0, 0);
	}

	@Override
	public CompletionStage<Grant> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return owned(leaseMillis);
	}

	@Override
	public CompletionStage<Grant> giveBack(HandOff handOff) {
		return grant(Status.FINISHED, 0, 0);
	}

	@Override
	public CompletionStage<Grant> force(String name) {
		return grant(Status.FREE, 0, 0);
	}

	@Override
	public CompletionStage<Grant> describe(String name) {
		return grant(Status.FREE, 0, 0);
	}

	private CompletionStage<Grant> owned(long leaseMillis) {
		return grant(Status.OWNED, this.tokens.getAndAdd(17), leaseMillis);
	}

	private static CompletionStage<Grant> grant(Status status, long token, long leaseMillis) {
		return CompletableFuture.completedFuture(new Grant(status, new ServerTime("granting", System.currentTimeMillis()), token,
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
