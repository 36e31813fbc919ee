package io.github.lockstarter.observation;

import io.micrometer.common.KeyValues;

/**
 * What the observation of the wait for a lock has by default, as
 * {@link LockObservationDocumentation#ACQUIRE} says.
 */
public class DefaultLockAcquireObservationConvention implements LockAcquireObservationConvention {

	@Override
	public String getName() {
		return "distributed.lock.acquire";
	}

	@Override
	public String getContextualName(LockObservationContext context) {
		return "acquire " + context.getLockName();
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
