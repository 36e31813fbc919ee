package io.github.lockstarter.observation;

import io.micrometer.common.KeyValues;

/**
 * The default names and values of the observation of the hold of a lock; see
 * {@link LockObservationDocumentation#HOLD}.
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
