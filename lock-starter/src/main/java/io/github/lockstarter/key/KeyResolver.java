package io.github.lockstarter.key;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.InvalidLockKeyException;

/**
 * Makes the key of a lock from an expression and the arguments of a call. A bean of this
 * type replaces the one for SpEL. Safe for use by any number of threads.
 */
public interface KeyResolver {

	/**
	 * Checks, when the bean is created, what can be known before the first call.
	 * @param method the method that the expression belongs to
	 * @param expression a key or a condition, not blank
	 * @throws InvalidLockKeyException if the expression cannot work for this method
	 */
	void validate(LockedMethod method, String expression);

	/**
	 * The key for one call. Called once per call, on its thread, before the method.
	 * @param method the method that is called
	 * @param expression the key expression, not blank
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return the key, not blank; equal for calls that exclude each other, on any server
	 * @throws InvalidLockKeyException if the expression fails or its value does not
	 * identify anything
	 */
	String resolveKey(LockedMethod method, String expression, Object target, @Nullable Object[] arguments);

	/**
	 * The keys for one call. Called once per call, on its thread, before the method.
	 * @param method the method that is called
	 * @param expression the key expression, not blank
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return the keys, at least one; all of them are locked, or none
	 * @throws InvalidLockKeyException if the expression fails or its value does not
	 * identify anything
	 */
	default List<String> resolveKeys(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		return List.of(resolveKey(method, expression, target, arguments));
	}

	/**
	 * Whether one call is to be locked. Called once per call, on its thread, before the
	 * key is resolved.
	 * @param method the method that is called
	 * @param expression the condition, not blank
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return {@code false} to run without the lock
	 * @throws InvalidLockKeyException if the expression fails or is no boolean
	 */
	boolean resolveCondition(LockedMethod method, String expression, Object target, @Nullable Object[] arguments);

}
