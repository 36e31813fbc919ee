package io.github.lockstarter.aspect;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockedAction;
import io.github.lockstarter.key.LockedMethod;

/**
 * How the body of a locked method is put under its lock. With Spring's transactions there
 * is one that knows them.
 */
@FunctionalInterface
public interface LockedExecution {

	/**
	 * Runs the body under the lock and releases it at the end of the body.
	 */
	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	LockedExecution PLAIN = (method, operations, request, body) -> operations
		.<@Nullable Object, Throwable>execute(request, body);

	/**
	 * Runs the body under the lock.
	 * @param method the method that is called
	 * @param operations the locks
	 * @param request what to lock, and how
	 * @param body the method
	 * @return the result of the body
	 * @throws Throwable what the body threw, or why it could not be run under the lock
	 */
	@Nullable Object execute(LockedMethod method, LockOperations operations, LockRequest request,
			LockedAction<@Nullable Object, Throwable> body) throws Throwable;

}
