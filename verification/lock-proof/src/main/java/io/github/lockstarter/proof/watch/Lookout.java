package io.github.lockstarter.proof.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.HistoryLog;

/**
 * Says who owns the locks of one server, whenever somebody has looked there: each new
 * lease, the times of each owner, queues that grow, keys without an end.
 */
public final class Lookout {

	/**
	 * What has to be read of a lock, in this order: owner, end of its lease, first token,
	 * first and last ticket of its queue.
	 */
	public static final String[] FIELDS = { "o", "x", "b", "h", "t" };

	// The owner of a lock that several share.
	private static final String SHARED = "&";

	private final HistoryLog history;

	private final LongSupplier clock;

	private final @Nullable Master master;

	// By the lock: each owner with its token, and the end of its lease.
	private final Map<String, Map<String, Long>> states = new HashMap<>();

	private final Map<String, Look> looks = new HashMap<>();

	private final Map<String, Map<String, Taking>> owners = new HashMap<>();

	private final QueueWatch queues;

	/**
	 * Creates what looks at one server.
	 * @param history where it is written
	 * @param clock the time of the history, in nanoseconds
	 * @param master which of several masters it is; {@code null} if it has the locks for
	 * itself: only then it has all of their leases
	 */
	public Lookout(HistoryLog history, LongSupplier clock, @Nullable Master master) {
		this.history = history;
		this.clock = clock;
		this.master = master;
		this.queues = new QueueWatch(history, clock);
	}

	/**
	 * Somebody has looked at a lock.
	 * @param lock its name
	 * @param begin since when it was looked at
	 * @param now the time of the server, in milliseconds
	 * @param fields what its {@link #FIELDS} were then, null for none
	 * @param whole reads all of its fields, if they are needed
	 */
	public void seen(String lock, long begin, long now, @Nullable String[] fields,
			Supplier<Map<String, String>> whole) {
		if (SHARED.equals(fields[0])) {
			// each of those who share it has a field of its own
			Map<String, String> all = whole.get();
			seen(lock, begin, now, all.getOrDefault("h", "0"), all.getOrDefault("t", "-1"), () -> all, owners(all));
		}
		else {
			seen(lock, begin, now, (fields[3] != null) ? fields[3] : "0", (fields[4] != null) ? fields[4] : "-1", whole,
					owners(fields[0], fields[1], fields[2]));
		}
	}

	private void seen(String lock, long begin, long now, String head, String tail, Supplier<Map<String, String>> whole,
			List<Owner> owners) {
		if (this.master == null) {
			Look before = this.looks.put(lock, new Look(begin, now));
			Map<String, Long> known = this.states.getOrDefault(lock, Map.of());
			Map<String, Long> states = new HashMap<>(known);
			for (Owner owner : owners) {
				states.put(owner.state(), owner.ends);
				if (!Objects.equals(owner.ends, known.get(owner.state()))) {
					this.history.write('V', this.clock.getAsLong(), lock, owner.id, owner.token, owner.ends,
							(before != null) ? before.begin() : begin, (before != null) ? before.serverMillis() : 0);
				}
			}
			// who is gone is not seen again with the same token, but for one that reads
			states.keySet().removeIf((state) -> owners.stream().noneMatch((one) -> state.equals(one.state())));
			this.states.put(lock, states);
			this.queues.look(lock, head, tail, whole);
		}
		seen(lock, begin, owners.stream().filter((owner) -> owner.ends > now).toList());
	}

	private static List<Owner> owners(@Nullable String owner, @Nullable String ends, @Nullable String token) {
		return (owner == null || owner.startsWith("!") || ends == null) ? List.of()
				: List.of(new Owner(owner, (token != null) ? token : "0", Long.parseLong(ends)));
	}

	private static List<Owner> owners(Map<String, String> all) {
		if (!SHARED.equals(all.get("o"))) {
			return owners(all.get("o"), all.get("x"), all.get("b"));
		}
		List<Owner> owners = new ArrayList<>();
		all.forEach((field, value) -> {
			if (field.startsWith("m") && !field.startsWith("m!")) {
				String id = field.substring(1);
				owners
					.add(new Owner(id, all.getOrDefault("k" + id, all.getOrDefault("b", "0")), Long.parseLong(value)));
			}
		});
		return owners;
	}

	/**
	 * How many places a queue has, a run of gaps being one.
	 * @param fields all fields of the lock
	 * @return the number of places to look at
	 */
	public static long places(Map<String, String> fields) {
		long places = 0;
		long last = Long.parseLong(fields.getOrDefault("t", "-1"));
		for (long ticket = Long.parseLong(fields.getOrDefault("h", "0")); ticket <= last; ticket++) {
			places++;
			String id = fields.getOrDefault("q" + ticket, "");
			// a run of gaps, and its last one
			ticket = id.startsWith(">") ? Long.parseLong(id.substring(1)) : ticket;
		}
		return places;
	}

	/**
	 * What a look sees was so when it began: it may take long.
	 */
	private void seen(String lock, long begin, List<Owner> owners) {
		long now = this.clock.getAsLong();
		Map<String, Taking> known = this.owners.computeIfAbsent(lock, (name) -> new TreeMap<>());
		known.entrySet().removeIf((one) -> {
			boolean gone = owners.stream().noneMatch((owner) -> owner.state().equals(one.getKey()));
			if (gone) {
				over(lock, one.getValue());
			}
			return gone;
		});
		owners
			.forEach((owner) -> known.computeIfAbsent(owner.state(), (state) -> new Taking(owner, now)).until = begin);
	}

	/**
	 * Nobody looks any more.
	 */
	public void end() {
		this.owners.forEach((lock, takings) -> takings.values().forEach((taking) -> over(lock, taking)));
		this.owners.clear();
	}

	private void over(String lock, Taking taking) {
		Owner owner = taking.owner;
		if (this.master != null) {
			this.history.write('K', taking.until, lock, owner.id, owner.token, taking.since, this.master);
		}
		else {
			this.history.write('K', taking.until, lock, owner.id, owner.token, taking.since);
		}
	}

	/**
	 * When somebody has looked, by the clock of the history and by that of the server.
	 */
	private record Look(long begin, long serverMillis) {

	}

	/**
	 * Who owns a lock, its first token, and the end of its lease.
	 */
	private record Owner(String id, String token, long ends) {

		String state() {
			return this.id + " " + this.token;
		}

	}

	/**
	 * The time in which somebody was seen to own it.
	 */
	private static final class Taking {

		private final Owner owner;

		private final long since;

		private long until;

		Taking(Owner owner, long now) {
			this.owner = owner;
			this.since = now;
			this.until = now;
		}

	}

}
