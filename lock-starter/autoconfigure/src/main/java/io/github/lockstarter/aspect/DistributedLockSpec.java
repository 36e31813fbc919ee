package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.key.LockedMethod;

/**
 * The annotation of a method, parsed and checked; key and condition may be empty, and
 * {@code terms} requests a lock as the annotation does, under any name.
 */
record DistributedLockSpec(LockedResultKind kind, LockedMethod method, String key, String condition, LockRequest terms,
		Reactions reactions) {

	LockRequest request(LockRequest names) {
		return names.termsOf(this.terms);
	}

	record Reactions(OnNotAcquired onNotAcquired, @Nullable Method fallback, OnLost onLost) {

	}

}
