package io.github.lockstarter.simulation.scale;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

import io.github.lockstarter.store.Renewal;

/**
 * What instances ask of a server, and what it tells them. It is counted for each part of
 * a load, which is what the names of its locks begin with, up to a hyphen.
 */
final class Traffic {

	// As the store for Redis does it: so many locks are renewed by one request, if they
	// are renewed for the same time.
	private static final int RENEWED_AT_ONCE = 100;

	private static final long SECOND = 1_000_000_000;

	private final LongSupplier nanos;

	private final Map<String, Counts> parts = new TreeMap<>();

	private final TreeMap<Long, Long> seconds = new TreeMap<>();

	/**
	 * Nothing has been asked yet.
	 * @param nanos the time of the world
	 */
	Traffic(LongSupplier nanos) {
		this.nanos = nanos;
	}

	/**
	 * A request about one lock.
	 */
	void asked(String name, Kind kind) {
		count(name, kind);
	}

	/**
	 * Renewals that are sent together.
	 */
	void renewed(List<Renewal> renewals) {
		int size = 0;
		for (int i = 0; i < renewals.size(); i++) {
			Renewal renewal = renewals.get(i);
			boolean joins = size > 0 && size < RENEWED_AT_ONCE
					&& renewal.leaseMillis() == renewals.get(i - 1).leaseMillis();
			size = joins ? size + 1 : 1;
			if (!joins) {
				count(renewal.name(), Kind.RENEW);
			}
			of(renewal.name()).renewedLocks++;
		}
	}

	/**
	 * A message has arrived.
	 * @param grant whether it hands a lock over
	 */
	void told(String name, boolean grant) {
		Counts counts = of(name);
		counts.messages++;
		counts.handOvers += grant ? 1 : 0;
	}

	private void count(String name, Kind kind) {
		of(name).requests[kind.ordinal()]++;
		this.seconds.merge(this.nanos.getAsLong() / SECOND, 1L, Long::sum);
	}

	private Counts of(String name) {
		int end = name.indexOf('-');
		return part((end < 0) ? name : name.substring(0, end));
	}

	/**
	 * What a part of the load has cost.
	 */
	Counts part(String part) {
		return this.parts.computeIfAbsent(part, (created) -> new Counts());
	}

	/**
	 * The sum over all parts.
	 */
	long sum(ToLongFunction<Counts> count) {
		return this.parts.values().stream().mapToLong(count).sum();
	}

	/**
	 * The most requests in one second, from the one on that follows a moment.
	 */
	long busiestSecond(long from) {
		return this.seconds.tailMap(from / SECOND + 1).values().stream().max(Comparator.naturalOrder()).orElse(0L);
	}

	/**
	 * What is asked for.
	 */
	enum Kind {

		ACQUIRE, ASK_AGAIN, RENEW, RELEASE, YIELD, CANCEL;

		String label() {
			return name().toLowerCase(Locale.ROOT).replace('_', ' ');
		}

	}

	/**
	 * What a part of the load has cost.
	 */
	static final class Counts {

		private final long[] requests = new long[Kind.values().length];

		private long renewedLocks;

		private long messages;

		private long handOvers;

		long requests() {
			return Arrays.stream(this.requests).sum();
		}

		long requests(Kind kind) {
			return this.requests[kind.ordinal()];
		}

		/**
		 * How many locks were renewed: fewer requests than that.
		 */
		long renewedLocks() {
			return this.renewedLocks;
		}

		long messages() {
			return this.messages;
		}

		/**
		 * How many of the messages handed a lock over.
		 */
		long handOvers() {
			return this.handOvers;
		}

	}

}
