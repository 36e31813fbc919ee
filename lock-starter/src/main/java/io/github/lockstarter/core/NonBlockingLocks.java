package io.github.lockstarter.core;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockRequest;

/**
 * The engine as faces see it that do not block. Nothing here waits, on any thread. The
 * results are completed on threads of the engine or the store, where no code of the
 * application may run: a face goes over to another thread before it tells anybody.
 */
public final class NonBlockingLocks {

	private final Engine engine;

	NonBlockingLocks(Engine engine) {
		this.engine = engine;
	}

	/**
	 * Acquires what is asked for. The owner is a context of its own, not the thread.
	 * @param request what to lock, and how
	 * @param outer the open lease, under which the caller works, on the lock of that
	 * name: it is entered once more; null where the caller does not hold it
	 * @return the lease, or a {@code LockException}; to cancel it gives up, and leaves
	 * nothing locked
	 */
	public CompletableFuture<StagedLease> acquire(LockRequest request, Function<String, @Nullable Lease> outer) {
		LockCall call = new LockCall(this.engine, request);
		Object owner = new Object();
		return new AsyncAcquisition(this.engine,
				(wake) -> call.wayIn((name) -> ownerOf(outer.apply(name), name, owner), wake),
				(wayIn) -> call.conclude(wayIn, this.engine.observers()::tellLater))
			.start();
	}

	private static Object ownerOf(@Nullable Lease outer, String name, Object owner) {
		return (outer instanceof StagedLease lease) ? lease.owner(name) : owner;
	}

	/**
	 * Who holds a lock.
	 * @param name the full lock name
	 * @return the holder, or empty if the lock is free; or a {@code LockException}
	 */
	public CompletionStage<Optional<LockInfo>> describe(String name) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.ask(this.engine.store()::describe).thenApply(call::described);
	}

	/**
	 * Takes the lock away from its holder.
	 * @param name the full lock name
	 * @return whether the lock was held; or a {@code LockException}
	 */
	public CompletionStage<Boolean> forceRelease(String name) {
		return new AdministratorCall(this.engine, name).ask(this.engine.store()::force)
			.thenApply((grant) -> grant.status() == Grant.Status.RELEASED);
	}

	/**
	 * Runs code of the application where its own executor does not take it.
	 * @return the threads that run loss listeners
	 */
	public Executor listenerThreads() {
		return this.engine.notifier();
	}

}
