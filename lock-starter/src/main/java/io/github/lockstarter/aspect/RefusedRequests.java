package io.github.lockstarter.aspect;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;

import io.github.lockstarter.LockRequest;

/**
 * Refuses, once the singletons are there, each annotated method that asks for what its
 * locks cannot do. Not before, because where the locks are kept is a bean with needs of
 * its own. A bean that is created later is told at its first call.
 */
public final class RefusedRequests implements SmartInitializingSingleton {

	private final DistributedLockSpecs specs;

	private final Function<LockRequest, @Nullable String> objection;

	/**
	 * Creates the check.
	 * @param specs what the annotations say
	 * @param objection says why a request cannot be done, and what to write instead, or
	 * null if it can; asked only if there are annotated methods
	 */
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
					"asks for what its locks cannot do: " + objection,
					"Change what its @DistributedLocked asks for, or keep the locks in a store that can do it.", null);
		}
	}

}
