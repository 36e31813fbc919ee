package io.github.lockstarter.observation;

import io.micrometer.common.KeyValues;

/**
 * What the observation of the hold of a lock has by default, as
 * {@link LockObservationDocumentation#HOLD} says.
 */
public class DefaultLockHoldObservationConvention implements LockHoldObservationConvention {

	@Override
	public String getName() {
		return "distributed.lock.hold";
	}

	@Override
	public String getContextualName(LockObservationContext context) {
		return "hold " + context.getLockName();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LockObservationContext context) {
		return ContextValues.low(context);
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockObservationContext context) {
		return ContextValues.high(context);
	}

}
