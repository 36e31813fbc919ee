package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.time.Duration;

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
 * @param waitTime the wait time, null for that of the properties
 * @param leaseTime the fixed lease, null for that of the properties with renewal
 * @param minHold the minimum hold
 * @param fair whether strict order of arrival is asked for
 * @param onNotAcquired the reaction to a lock that was not acquired
 * @param fallback the method for {@link OnNotAcquired#FALLBACK}, otherwise null
 * @param onLost the reaction to a lost lease
 */
record DistributedLockSpec(LockedResultKind kind, LockedMethod method, String key, String condition,
		@Nullable Duration waitTime, @Nullable Duration leaseTime, Duration minHold, boolean fair,
		OnNotAcquired onNotAcquired, @Nullable Method fallback, OnLost onLost) {

	LockRequest request(LockRequest names) {
		LockRequest request = names.minHold(this.minHold).fair(this.fair);
		if (this.waitTime != null) {
			request = request.waitTime(this.waitTime);
		}
		return (this.leaseTime != null) ? request.leaseTime(this.leaseTime) : request;
	}

}
