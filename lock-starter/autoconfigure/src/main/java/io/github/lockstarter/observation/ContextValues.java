package io.github.lockstarter.observation;

import io.micrometer.common.KeyValues;

import io.github.lockstarter.observation.LockObservationDocumentation.HighCardinality;
import io.github.lockstarter.observation.LockObservationDocumentation.LowCardinality;

/**
 * The default values of both observations.
 */
final class ContextValues {

	private ContextValues() {
	}

	static KeyValues low(LockObservationContext context) {
		KeyValues values = KeyValues.of(LowCardinality.LOCK_NAME.withValue(context.getLockName()),
				LowCardinality.STORE.withValue(context.getStore()), LowCardinality.MODE.withValue(context.getMode()));
		String outcome = context.getOutcome();
		return (outcome != null) ? values.and(LowCardinality.OUTCOME.withValue(outcome)) : values;
	}

	static KeyValues high(LockObservationContext context) {
		KeyValues values = KeyValues.of(HighCardinality.LOCK_KEY.withValue(context.getKey()));
		if (context.getFencingToken() != 0) {
			values = values.and(HighCardinality.FENCING_TOKEN.withValue(Long.toString(context.getFencingToken())));
		}
		return context.isHandedOver() ? values.and(HighCardinality.HANDED_OVER.withValue("true")) : values;
	}

}
