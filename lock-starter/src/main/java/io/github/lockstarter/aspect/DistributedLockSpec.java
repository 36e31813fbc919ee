package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.key.LockedMethod;

/**
 * What the annotation of a method says, parsed and checked once. Below it nothing sees
 * the annotation.
 *
 * @param kind how it is called under its lock
 * @param method the method, with its lock name without the key
 * @param key the key expression, empty for none
 * @param condition the condition, empty for none
 * @param terms what is asked of the lock
 * @param reactions what to do without the lock
 */
record DistributedLockSpec(LockedResultKind kind, LockedMethod method, String key, String condition,
		RequestedTerms terms, Reactions reactions) {

	LockRequest request(LockRequest names) {
		return this.terms.of(names);
	}

	/**
	 * What to do without the lock.
	 *
	 * @param onNotAcquired the reaction to a lock that was not acquired
	 * @param fallback the method for {@link OnNotAcquired#FALLBACK}, otherwise null
	 * @param onLost the reaction to a lost lease
	 */
	record Reactions(OnNotAcquired onNotAcquired, @Nullable Method fallback, OnLost onLost) {

	}

}
