package io.github.lockstarter.key;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.InvalidLockKeyException;

/**
 * Makes the key of a lock from an expression and the arguments of a call. A bean of this
 * type replaces the resolver for SpEL. Implementations must be thread-safe.
 */
public interface KeyResolver {

	/**
	 * Checks an expression when the bean is created.
	 * @param method the method that the expression belongs to
	 * @param expression a key or a condition, not blank
	 * @throws InvalidLockKeyException if the expression cannot work for this method
	 */
	void validate(LockedMethod method, String expression);

	/**
	 * Returns the key for one call. Called once per call, on its thread, before the
	 * method.
	 * @param method the called method
	 * @param expression the key expression, not blank
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return the key, not blank; equal in all instances for calls that exclude each
	 * other
	 * @throws InvalidLockKeyException if the expression fails, or its value identifies
	 * nothing
	 */
	String resolveKey(LockedMethod method, String expression, Object target, @Nullable Object[] arguments);

	/**
	 * Returns the keys for one call, in place of {@link #resolveKey}.
	 * @param method the called method
	 * @param expression the key expression, not blank
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return the keys, at least one; all of them are locked, or none
	 * @throws InvalidLockKeyException if the expression fails, or its value identifies
	 * nothing
	 */
	default List<String> resolveKeys(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		return List.of(resolveKey(method, expression, target, arguments));
	}

	/**
	 * Decides whether a call is locked. Called once per call, on its thread, before the
	 * key is resolved.
	 * @param method the called method
	 * @param expression the condition, not blank
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return {@code false} to run without the lock
	 * @throws InvalidLockKeyException if the expression fails or is no boolean
	 */
	boolean resolveCondition(LockedMethod method, String expression, Object target, @Nullable Object[] arguments);

}
