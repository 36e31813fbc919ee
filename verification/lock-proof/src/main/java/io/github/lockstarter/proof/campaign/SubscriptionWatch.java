package io.github.lockstarter.proof.campaign;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.history.HistoryWriter;

/**
 * Looks how many connections of each client are subscribed, and writes down each change.
 */
final class SubscriptionWatch {

	private static final Pattern USER = Pattern.compile("\\buser=(\\S+)");

	private final HistoryWriter history;

	private Map<String, Long> counts = Map.of();

	SubscriptionWatch(HistoryWriter history) {
		this.history = history;
	}

	/**
	 * Looks at all clients.
	 * @param list those connections that are subscribed, a line for each
	 */
	void look(String list) {
		Map<String, Long> now = new HashMap<>(list.lines()
			.map(USER::matcher)
			.filter((matcher) -> matcher.find())
			.collect(Collectors.groupingBy((matcher) -> matcher.group(1), Collectors.counting())));
		Set<String> all = new HashSet<>(now.keySet());
		all.addAll(this.counts.keySet());
		for (String place : all) {
			long count = now.getOrDefault(place, 0L);
			if (count != this.counts.getOrDefault(place, 0L)) {
				this.history.write('u', System.nanoTime(), place, count);
			}
		}
		this.counts = now;
	}

}
