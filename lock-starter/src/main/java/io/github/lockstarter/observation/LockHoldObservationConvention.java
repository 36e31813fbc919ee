package io.github.lockstarter.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

import io.github.lockstarter.observation.LockObservationContext.Stage;

/**
 * Names and values of the observation of the hold of a lock. A bean of this type replaces
 * {@link DefaultLockHoldObservationConvention}. Values of low cardinality are asked for
 * at the start and at the end; what is known at the start tags the timer of what goes on.
 */
public interface LockHoldObservationConvention extends ObservationConvention<LockObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockObservationContext lock && lock.getStage() == Stage.HOLD;
	}

}
