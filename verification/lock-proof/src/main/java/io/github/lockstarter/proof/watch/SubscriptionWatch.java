package io.github.lockstarter.proof.watch;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.proof.history.HistoryLog;

/**
 * Counts how many connections of each client are subscribed, whenever somebody has
 * looked, and writes down each change.
 */
public final class SubscriptionWatch {

	private final HistoryLog history;

	private final LongSupplier clock;

	private Map<String, Long> counts = Map.of();

	/**
	 * Creates what watches one server.
	 * @param history where it is written
	 * @param clock the time of the history, in nanoseconds
	 */
	public SubscriptionWatch(HistoryLog history, LongSupplier clock) {
		this.history = history;
		this.clock = clock;
	}

	/**
	 * Somebody has looked.
	 * @param places the clients, one for each connection that is subscribed
	 */
	public void seen(Stream<String> places) {
		Map<String, Long> now = places.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
		Set<String> all = new HashSet<>(now.keySet());
		all.addAll(this.counts.keySet());
		for (String place : all) {
			long count = now.getOrDefault(place, 0L);
			if (count != this.counts.getOrDefault(place, 0L)) {
				this.history.write('u', this.clock.getAsLong(), place, count);
			}
		}
		this.counts = now;
	}

}
