package io.github.lockstarter.observation;

import java.util.Locale;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

import io.github.lockstarter.observation.LockObservationContext.Stage;

/**
 * Names and values of low cardinality as the meters of the locks have them; the key, the
 * token and the hand-over as values of high cardinality.
 */
final class StageConvention implements ObservationConvention<LockObservationContext> {

	private final String stage;

	StageConvention(Stage stage) {
		this.stage = stage.name().toLowerCase(Locale.ROOT);
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof LockObservationContext;
	}

	@Override
	public String getName() {
		return "distributed.lock." + this.stage;
	}

	@Override
	public String getContextualName(LockObservationContext context) {
		return this.stage + " " + context.getLockName();
	}

	// Asked at the start and at the end: what is known at the start alone is a tag of the
	// timer of what goes on.
	@Override
	public KeyValues getLowCardinalityKeyValues(LockObservationContext context) {
		KeyValues values = KeyValues.of(KeyValue.of("lock.name", context.getLockName()));
		String outcome = context.getOutcome();
		return (outcome != null) ? values.and(KeyValue.of("outcome", outcome)) : values;
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockObservationContext context) {
		KeyValues values = KeyValues.of(KeyValue.of("lock.key", context.getKey()));
		if (context.getFencingToken() != 0) {
			values = values.and(KeyValue.of("lock.fencing.token", Long.toString(context.getFencingToken())));
		}
		return context.isHandedOver() ? values.and(KeyValue.of("lock.handed.over", "true")) : values;
	}

}
