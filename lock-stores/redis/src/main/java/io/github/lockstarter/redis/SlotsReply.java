package io.github.lockstarter.redis;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The reply to CLUSTER SLOTS, read here because Lettuce does not know nodes without a
 * name.
 */
record SlotsReply(List<Range> ranges) {

	// For each range: first and last slot, then lists for the master and the replicas:
	// host, port, id, and other properties in pairs. Throws IllegalArgumentException for
	// anything else, or without a range.
	static SlotsReply of(@Nullable Object reply, Address asked) {
		try {
			List<Range> ranges = list(reply).stream().map((range) -> range(list(range), asked)).toList();
			if (ranges.isEmpty()) {
				throw new IllegalArgumentException(asked + " knows no node of the cluster that serves slots");
			}
			return new SlotsReply(ranges);
		}
		catch (ClassCastException | IndexOutOfBoundsException ex) {
			throw new IllegalArgumentException("Not a reply to CLUSTER SLOTS: " + reply, ex);
		}
	}

	private static Range range(List<?> range, Address asked) {
		List<?> master = list(range.get(2));
		return new Range(number(range.get(0)), number(range.get(1)),
				new Address(host(master, asked), number(master.get(1))));
	}

	// Null or empty means the host that was asked. A question mark is a name that is not
	// set; the address may be among the properties.
	private static String host(List<?> master, Address asked) {
		String host = (master.get(0) != null) ? text(master.get(0)) : "";
		if (host.equals("?") && master.size() > 3) {
			List<?> rest = list(master.get(3));
			for (int i = 0; i + 1 < rest.size(); i += 2) {
				if (text(rest.get(i)).equals("ip")) {
					return text(rest.get(i + 1));
				}
			}
		}
		return Address.isUnknown(host) ? asked.host() : host;
	}

	Stream<Address> masters() {
		return this.ranges.stream().map(Range::master).distinct();
	}

	private static List<?> list(@Nullable Object part) {
		if (part instanceof List<?> list) {
			return list;
		}
		throw new ClassCastException("not a list");
	}

	private static int number(@Nullable Object part) {
		if (part instanceof Long number) {
			return number.intValue();
		}
		throw new ClassCastException("not a number");
	}

	private static String text(@Nullable Object part) {
		return String.valueOf(part);
	}

	record Range(int first, int last, Address master) {

	}

}
