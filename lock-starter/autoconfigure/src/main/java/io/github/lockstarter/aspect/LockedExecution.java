package io.github.lockstarter.aspect;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockedAction;
import io.github.lockstarter.key.LockedMethod;

/**
 * Runs the body of a blocking method under its lock; transactions have their own one.
 */
@FunctionalInterface
public interface LockedExecution {

	/**
	 * Without transactions.
	 */
	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	LockedExecution PLAIN = (method, operations, request, body) -> operations
		.<@Nullable Object, Throwable>execute(request, body);

	@Nullable Object execute(LockedMethod method, LockOperations operations, LockRequest request,
			LockedAction<@Nullable Object, Throwable> body) throws Throwable;

}
