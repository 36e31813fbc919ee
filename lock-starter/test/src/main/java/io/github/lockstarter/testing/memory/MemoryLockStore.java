package io.github.lockstarter.testing.memory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.record.RecordLockStore;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * The store of one application instance on a {@link MemoryServer}; several on one server
 * simulate several instances in one JVM. Answers immediately on the caller's thread.
 */
public final class MemoryLockStore extends RecordLockStore {

	private final MemoryServer server;

	private final String holderLabel;

	private volatile String clientId;

	private volatile boolean running;

	public MemoryLockStore(MemoryServer server, String holderLabel) {
		this.server = server;
		this.holderLabel = holderLabel;
		this.clientId = server.newClient(holderLabel);
	}

	@Override
	protected CompletionStage<StoreReply> change(String name, long notAfter, Rules rules) {
		return answer(() -> this.server.run(name, (lock) -> rules.apply(lock, cutoff(notAfter))));
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

	// The server and its clients share one clock.
	private long cutoff(long notAfter) {
		return new ServerClock(this.server.clock().now()).at(notAfter);
	}

	@Override
	public String label() {
		return "The lock store in memory";
	}

	@Override
	public String kind() {
		return "memory";
	}

	@Override
	public String clientId() {
		return this.clientId;
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
		this.server.subscribe(this.clientId, listener);
		this.running = true;
	}

	@Override
	public void stop() {
		this.server.unsubscribe(this.clientId);
		this.running = false;
	}

}
