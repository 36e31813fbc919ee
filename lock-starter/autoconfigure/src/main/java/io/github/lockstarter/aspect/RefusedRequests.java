package io.github.lockstarter.aspect;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;

import io.github.lockstarter.LockRequest;

/**
 * Refuses annotated methods that request what their store does not support. Runs after
 * all singletons exist, because the store is a bean with dependencies; a bean that is
 * created later fails at its first call.
 */
public final class RefusedRequests implements SmartInitializingSingleton {

	private final DistributedLockSpecs specs;

	private final Function<LockRequest, @Nullable String> objection;

	public RefusedRequests(DistributedLockSpecs specs, Function<LockRequest, @Nullable String> objection) {
		this.specs = specs;
		this.objection = objection;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.specs.all().forEach(this::check);
	}

	private void check(DistributedLockSpec spec) {
		String objection = this.objection.apply(spec.request(LockRequest.of(spec.method().name())));
		if (objection != null) {
			throw new InvalidLockedMethodException(spec.method().toString(),
					"requests what its store does not support: " + objection,
					"Change its @DistributedLocked, or keep the locks in a store that supports it.", null);
		}
	}

}
