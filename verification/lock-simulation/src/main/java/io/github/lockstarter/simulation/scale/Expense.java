package io.github.lockstarter.simulation.scale;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.lockstarter.simulation.scale.Traffic.Kind;

/**
 * What a fleet has cost in some time.
 *
 * @param requests how many there were of each kind
 * @param messages how many messages arrived
 * @param wakes how often something happened in an instance
 */
public record Expense(Map<Kind, Long> requests, long messages, long wakes) {

	static Expense of(Fleet fleet) {
		Map<Kind, Long> requests = new EnumMap<>(Kind.class);
		for (Kind kind : Kind.values()) {
			requests.put(kind, fleet.traffic().requests(kind));
		}
		return new Expense(requests, fleet.traffic().messages(), fleet.wakes());
	}

	Expense since(Expense before) {
		Map<Kind, Long> more = new EnumMap<>(Kind.class);
		this.requests.forEach((kind, count) -> more.put(kind, count - before.requests.getOrDefault(kind, 0L)));
		return new Expense(more, this.messages - before.messages, this.wakes - before.wakes);
	}

	/**
	 * How many requests there were of all kinds.
	 * @return the number
	 */
	public long all() {
		return this.requests.values().stream().mapToLong(Long::longValue).sum();
	}

	/**
	 * The requests of each kind, for people.
	 */
	String perKind(double divisor) {
		return this.requests.entrySet()
			.stream()
			.filter((entry) -> entry.getValue() > 0)
			.map((entry) -> String.format(Locale.ROOT, "%s %.3f", entry.getKey().label(), entry.getValue() / divisor))
			.collect(Collectors.joining(", "));
	}

}
