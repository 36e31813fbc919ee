package io.github.lockstarter.core;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockRequest;

/**
 * The engine for callers that must not block. A call before the locks have been started
 * starts them on a thread of the engine. Results are completed on threads of the engine
 * or the store, which must not run code of the application: switch to another thread
 * before completing anything of a user.
 */
public final class NonBlockingLocks {

	private final Engine engine;

	NonBlockingLocks(Engine engine) {
		this.engine = engine;
	}

	/**
	 * Acquires locks. Their owner is this call, not the thread.
	 * @param request what to lock, and how
	 * @param outer the open lease on the lock of that name under which the caller works,
	 * which is entered again; null if there is none
	 * @return the lease, or a {@code LockException}; cancelling it gives up and leaves
	 * nothing locked
	 */
	public CompletableFuture<EngineLease> acquire(LockRequest request, Function<String, @Nullable Lease> outer) {
		return call(request, outer).acquire();
	}

	/**
	 * A call for work that begins some time after the grant, and may have to acquire
	 * again.
	 * @param request what to lock, and how
	 * @param outer as for {@link #acquire}
	 * @return the call, which has not requested anything yet; its wait has begun, unless
	 * the locks must be started first
	 */
	public NonBlockingCall call(LockRequest request, Function<String, @Nullable Lease> outer) {
		// looked up here: the entries may be created later, on another thread
		return new NonBlockingCall(this.engine, new LockCall(this.engine, request, false), entered(request, outer));
	}

	private static Map<String, Lease> entered(LockRequest request, Function<String, @Nullable Lease> outer) {
		Map<String, Lease> entered = new HashMap<>();
		for (String name : request.names()) {
			Lease lease = outer.apply(name);
			if (lease != null) {
				entered.put(name, lease);
			}
		}
		return entered;
	}

	/**
	 * Describes the holder of a lock.
	 * @param name the full lock name
	 * @return the holder, or empty if the lock is free; or a {@code LockException}
	 */
	public CompletionStage<Optional<LockInfo>> describe(String name) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.ask(this.engine.context().store()::describe).thenApply(call::described);
	}

	/**
	 * Takes the lock away from its holder.
	 * @param name the full lock name
	 * @return whether the lock was held; or a {@code LockException}
	 */
	public CompletionStage<Boolean> forceRelease(String name) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.ask(this.engine.context().store()::force).thenApply(call::isTaken);
	}

	/**
	 * Takes the lock away from the holder with that token.
	 * @param name the full lock name
	 * @param fencingToken the fencing token of the holder
	 * @return whether that holder had it; or a {@code LockException}
	 */
	public CompletionStage<Boolean> forceRelease(String name, long fencingToken) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.ask((lock) -> this.engine.context().store().force(lock, fencingToken)).thenApply(call::isTaken);
	}

	/**
	 * The threads for callers that do not block a thread of their own.
	 * @return the threads, which outlive a stop of the engine
	 */
	public CallerThreads callerThreads() {
		return this.engine.context().threads();
	}

}
