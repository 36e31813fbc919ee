package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * How methods with one kind of result are called under their lock.
 */
public interface LockedResultKind {

	boolean matches(Method method, Class<?> targetClass);

	// what the annotation requests and this kind cannot do
	@Nullable Problem problemWith(Method method, Class<?> targetClass, OnNotAcquired onNotAcquired, OnLost onLost);

	@Nullable Object invoke(LockedCall call) throws Throwable;

	/**
	 * Why a method cannot be locked.
	 *
	 * @param reason the rest of a sentence after the name of the method
	 * @param action the fix
	 */
	record Problem(String reason, String action) {

	}

}
