package io.github.lockstarter.observation;

import io.micrometer.common.KeyValues;

/**
 * The default names and values of the observation of the wait for a lock; see
 * {@link LockObservationDocumentation#ACQUIRE}.
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
