package io.github.lockstarter.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

import io.github.lockstarter.observation.LockObservationContext.Stage;

/**
 * Names and values of the observation of the wait for a lock. A bean of this type
 * replaces {@link DefaultLockAcquireObservationConvention}. It is asked for values of low
 * cardinality at the start and at the end; those known at the start are tags of the long
 * task timer.
 */
public interface LockAcquireObservationConvention extends ObservationConvention<LockObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockObservationContext lock && lock.getStage() == Stage.ACQUIRE;
	}

}
