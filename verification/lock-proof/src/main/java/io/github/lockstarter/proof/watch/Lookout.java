package io.github.lockstarter.proof.watch;

import java.util.HashMap;
import java.util.Map;
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

	private final HistoryLog history;

	private final LongSupplier clock;

	private final @Nullable Master master;

	private final Map<String, String> states = new HashMap<>();

	private final Map<String, Look> looks = new HashMap<>();

	private final Map<String, Taking> owners = new HashMap<>();

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
		String owner = (fields[0] != null) ? fields[0] : "";
		String ends = (fields[1] != null) ? fields[1] : "0";
		String token = (fields[2] != null) ? fields[2] : "0";
		boolean held = !owner.isEmpty() && !owner.startsWith("!") && fields[1] != null;
		if (this.master == null) {
			String state = owner + " " + ends;
			Look before = this.looks.put(lock, new Look(begin, now));
			if (held && !state.equals(this.states.put(lock, state))) {
				this.history.write('V', this.clock.getAsLong(), lock, owner, token, ends,
						(before != null) ? before.begin() : begin, (before != null) ? before.serverMillis() : 0);
			}
			this.queues.look(lock, (fields[3] != null) ? fields[3] : "0", (fields[4] != null) ? fields[4] : "-1",
					whole);
		}
		seen(lock, (held && Long.parseLong(ends) > now) ? new Owner(owner, token) : null);
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

	private void seen(String lock, @Nullable Owner owner) {
		long now = this.clock.getAsLong();
		Taking last = this.owners.get(lock);
		if (last != null && last.owner.equals(owner)) {
			last.until = now;
			return;
		}
		if (last != null) {
			over(lock, last);
			this.owners.remove(lock);
		}
		if (owner != null) {
			this.owners.put(lock, new Taking(owner, now));
		}
	}

	/**
	 * Nobody looks any more.
	 */
	public void end() {
		this.owners.forEach(this::over);
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
	 * Who owns a lock, and its first token.
	 */
	private record Owner(String id, String token) {

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
