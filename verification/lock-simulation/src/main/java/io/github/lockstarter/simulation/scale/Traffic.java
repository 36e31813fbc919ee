package io.github.lockstarter.simulation.scale;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.LongSupplier;

import io.github.lockstarter.store.Renewal;

/**
 * What instances ask of a server, and what it tells them.
 */
final class Traffic {

	// As the store for Redis does it: so many locks are renewed by one request, if they
	// are renewed for the same time.
	private static final int RENEWED_AT_ONCE = 100;

	private static final long SECOND = 1_000_000_000;

	private final LongSupplier nanos;

	private final long[] requests = new long[Kind.values().length];

	private final TreeMap<Long, Long> seconds = new TreeMap<>();

	private long messages;

	/**
	 * Nothing has been asked yet.
	 * @param nanos the time of the world
	 */
	Traffic(LongSupplier nanos) {
		this.nanos = nanos;
	}

	/**
	 * A request has been sent.
	 */
	void asked(Kind kind) {
		this.requests[kind.ordinal()]++;
		this.seconds.merge(this.nanos.getAsLong() / SECOND, 1L, Long::sum);
	}

	/**
	 * Renewals that are sent together.
	 */
	void renewed(List<Renewal> renewals) {
		int size = 0;
		for (int i = 0; i < renewals.size(); i++) {
			boolean joins = size > 0 && size < RENEWED_AT_ONCE
					&& renewals.get(i).leaseMillis() == renewals.get(i - 1).leaseMillis();
			size = joins ? size + 1 : 1;
			if (!joins) {
				asked(Kind.RENEW);
			}
		}
	}

	/**
	 * A message has arrived.
	 */
	void told() {
		this.messages++;
	}

	/**
	 * How many requests of one kind there were.
	 */
	long requests(Kind kind) {
		return this.requests[kind.ordinal()];
	}

	/**
	 * How many messages have arrived.
	 */
	long messages() {
		return this.messages;
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

}
