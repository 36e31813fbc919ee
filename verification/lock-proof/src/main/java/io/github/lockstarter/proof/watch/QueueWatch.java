package io.github.lockstarter.proof.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.lockstarter.proof.history.HistoryLog;

/**
 * Looks how long the queues of locks are, and writes down the longest.
 */
final class QueueWatch {

	// A shorter one is not worth reading the whole lock.
	private static final long LONG = 8;

	private final HistoryLog history;

	private final LongSupplier clock;

	private final Map<String, Long> longest = new HashMap<>();

	QueueWatch(HistoryLog history, LongSupplier clock) {
		this.history = history;
		this.clock = clock;
	}

	/**
	 * Looks at one queue.
	 * @param head its first ticket
	 * @param tail its last ticket, smaller than the first if it is empty
	 * @param fields reads the whole lock
	 */
	void look(String lock, String head, String tail, Supplier<Map<String, String>> fields) {
		if (Long.parseLong(tail) - Long.parseLong(head) >= LONG) {
			look(lock, fields.get());
		}
		else if (this.longest.putIfAbsent(lock, 0L) == null) {
			this.history.write('J', this.clock.getAsLong(), lock, 0, 0);
		}
	}

	private void look(String lock, Map<String, String> fields) {
		long places = Lookout.places(fields);
		long waiters = fields.keySet().stream().filter((field) -> field.startsWith("w")).count();
		if (places - waiters > this.longest.getOrDefault(lock, 0L)) {
			this.longest.put(lock, places - waiters);
			this.history.write('J', this.clock.getAsLong(), lock, places, waiters);
		}
	}

}
