package io.github.lockstarter.metrics;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Registers the meters of one lock namespace.
 */
final class MeterFactory {

	private static final String OUTCOME = "outcome";

	// Also set without an error: timers of observations have this tag, and Prometheus
	// refuses a meter name with two sets of tags.
	private static final String ERROR = "error";

	private static final String REASON = "reason";

	private final MeterRegistry registry;

	private final Tags common;

	MeterFactory(MeterRegistry registry, Tags common) {
		this.registry = registry;
		this.common = common;
	}

	Timer timer(String meter, Enum<?> outcome, String error, String description) {
		return Timer.builder(meter)
			.tags(this.common.and(OUTCOME, text(outcome), ERROR, error))
			.description(description)
			.register(this.registry);
	}

	void gauge(String meter, AtomicInteger value, @Nullable String unit, String description) {
		Gauge.builder(meter, value, AtomicInteger::doubleValue)
			.tags(this.common)
			.baseUnit(unit)
			.description(description)
			.register(this.registry);
	}

	void counter(String meter, LongAdder count, String description) {
		counter(meter, this.common, count, description);
	}

	void counter(String meter, Enum<?> reason, LongAdder count, String description) {
		counter(meter, this.common.and(REASON, text(reason)), count, description);
	}

	// Counted here and read by the registry, so that events before the registry count,
	// too. Without a unit, which Prometheus would append to the name.
	private void counter(String meter, Tags tags, LongAdder count, String description) {
		FunctionCounter.builder(meter, count, LongAdder::doubleValue)
			.tags(tags)
			.description(description)
			.register(this.registry);
	}

	private static String text(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

}
