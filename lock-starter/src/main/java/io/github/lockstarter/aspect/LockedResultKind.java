package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * How methods with one kind of result are called under their lock: those that have done
 * their work when they return, those whose future has, those whose publisher has. Chosen
 * once for each method, when its bean is created.
 */
public interface LockedResultKind {

	/**
	 * Whether a method is of this kind.
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return whether it is
	 */
	boolean matches(Method method, Class<?> targetClass);

	/**
	 * What an annotation asks for that cannot be kept.
	 * @param method a method of this kind
	 * @param targetClass the class of the bean
	 * @param onNotAcquired the reaction to a lock that was not acquired
	 * @param onLost the reaction to a lost lease
	 * @return what is wrong, or null
	 */
	@Nullable Problem problemWith(Method method, Class<?> targetClass, OnNotAcquired onNotAcquired, OnLost onLost);

	/**
	 * Calls a method of this kind under its lock.
	 * @param call the call
	 * @return what its caller gets
	 * @throws Throwable what its caller is thrown
	 */
	@Nullable Object invoke(LockedCall call) throws Throwable;

	/**
	 * Why a method cannot be locked as its annotation says.
	 *
	 * @param reason what is wrong, in words that follow the name of the method
	 * @param action what to change
	 */
	record Problem(String reason, String action) {

	}

}
