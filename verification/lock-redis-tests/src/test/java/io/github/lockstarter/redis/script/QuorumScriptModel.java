package io.github.lockstarter.redis.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * One lock on one master of a quorum, in plain Java: what {@code propose.lua},
 * {@code raise.lua} and {@code withdraw.lua} answer, keep and tell. Replies are the words
 * of the scripts.
 */
final class QuorumScriptModel {

	// More than any lease: says that a place is of a quorum.
	static final long OF_A_QUORUM = 1_000_000_000_000L;

	private static final long FIRST = 1_048_576;

	private final String key;

	private final long block;

	private final long handOff;

	private final Predicate<String> reachable;

	private final List<String> told = new ArrayList<>();

	private final TreeMap<Long, String> queue = new TreeMap<>();

	private final Map<String, Place> places = new TreeMap<>();

	private @Nullable String owner;

	private @Nullable Long ends;

	private @Nullable Long fence;

	private @Nullable Long first;

	private @Nullable String former;

	private @Nullable Long round;

	private long head = FIRST;

	private long tail = FIRST - 1;

	private long micros;

	private long now;

	/**
	 * Creates the model of a free lock.
	 * @param key the key of the lock
	 * @param block how many tokens a grant reserves
	 * @param handOff how long a waiter has the lock that it is handed
	 * @param reachable whether messages reach a client
	 */
	QuorumScriptModel(String key, long block, long handOff, Predicate<String> reachable) {
		this.key = key;
		this.block = block;
		this.handOff = handOff;
		this.reachable = reachable;
	}

	void at(long time) {
		this.micros = time;
		this.now = time / 1_000;
	}

	/**
	 * The messages since the last call.
	 */
	List<String> told() {
		List<String> messages = List.copyOf(this.told);
		this.told.clear();
		return messages;
	}

	/**
	 * The first token of the grant, zero where there was none.
	 */
	long token() {
		return (this.first != null) ? this.first : 0;
	}

	String propose(String id, long lease, long cutoff, long wait, long asked, long floor, boolean again) {
		if (this.now > cutoff) {
			return "STALE " + this.now;
		}
		String released = released();
		if (id.equals(released) || id.equals(this.former)) {
			return "FINISHED " + this.now;
		}
		long left = left();
		if (left > 0 && !id.equals(this.owner)) {
			long position = 0;
			if (wait > 0) {
				long ticket = join(id, lease + OF_A_QUORUM, wait, again);
				liveHead();
				position = ticket - this.head + 1;
			}
			return "WAIT " + this.now + " 0 0 " + left + " " + position + " " + this.owner;
		}
		if (left > 0) {
			this.ends = this.now + Math.max(left, lease);
			this.round = Math.max((this.round != null) ? this.round : 0, asked);
		}
		else {
			this.first = Math.max(((this.fence != null) ? this.fence : 0) + 1, floor);
			this.fence = this.first + this.block - 1;
			this.owner = id;
			this.ends = this.now + lease;
			this.former = (released != null) ? released : "";
			this.round = asked;
			leave(id);
		}
		return "OWNED " + this.now + " " + this.first + " " + this.fence + " " + left();
	}

	String raise(String id, long token, long asked) {
		if (!id.equals(this.owner) || left() <= 0) {
			return "LOST " + this.now;
		}
		this.round = Math.max((this.round != null) ? this.round : 0, asked);
		if (this.first <= token) {
			this.first = token;
			this.fence = token + this.block - 1;
		}
		return "OWNED " + this.now + " " + this.first + " " + this.fence + " " + left();
	}

	/**
	 * Gives up.
	 * @param upTo the latest round that is given up, null if the attempt is over
	 * @param floor the least token that a waiter is handed, zero if it is told to ask
	 */
	String withdraw(String id, long hold, long cutoff, long wait, @Nullable Long upTo, long floor) {
		if (this.now > cutoff) {
			return "STALE " + this.now;
		}
		String before = released();
		boolean kept = this.owner != null && this.owner.startsWith("!");
		String status = giveUp(id, hold, upTo);
		boolean given = status.equals("RELEASED");
		if (wait > 0) {
			if (given) {
				join(id, hold + OF_A_QUORUM, wait, true);
			}
			return status + " " + this.now;
		}
		boolean waited = leave(id);
		String next = liveHead();
		if (left() > 0) {
			// nobody is there to tell the first one when a minimum hold ends
			if (next != null && (hold > 0 || (waited && kept))) {
				tell("HINT", next, 0, 0, left());
			}
			return status + " " + this.now;
		}
		while (next != null && !hand(next, floor, given ? id : (before != null) ? before : "")) {
			next = liveHead();
		}
		return status + " " + this.now;
	}

	private String giveUp(String id, long hold, @Nullable Long upTo) {
		boolean owned = id.equals(this.owner) && this.ends != null;
		if (id.startsWith("*")) {
			if (left() <= 0) {
				return "FREE";
			}
			if (!id.substring(1).equals(this.owner)) {
				return "CANCELLED";
			}
			forget();
		}
		else if (owned && upTo == null && hold > 0) {
			this.round = null;
			this.owner = "!" + id;
			// a minimum hold is over when all of it is
			this.ends = (this.micros + 999) / 1_000 + hold;
		}
		else if (owned && upTo == null) {
			this.ends = null;
			this.round = null;
			this.first = null;
		}
		else if (owned && ((this.round != null) ? this.round : 0) <= upTo) {
			forget();
		}
		else {
			boolean finished = (id.equals(this.owner) && this.ends == null) || ("!" + id).equals(this.owner)
					|| id.equals(this.former);
			return finished ? "FINISHED" : "CANCELLED";
		}
		return "RELEASED";
	}

	/**
	 * It is not remembered who had it.
	 */
	private void forget() {
		this.owner = null;
		this.ends = null;
		this.former = null;
		this.round = null;
	}

	/**
	 * Hands the lock to a waiter, which leaves the queue, or tells it to ask.
	 * @return whether it hears
	 */
	private boolean hand(String id, long floor, String released) {
		long wanted = this.places.get(id).lease;
		leave(id);
		if (wanted < OF_A_QUORUM || floor == 0) {
			return tell("HINT", id, 0, 0, 0);
		}
		long lease = Math.min(wanted - OF_A_QUORUM, this.handOff);
		long token = Math.max(((this.fence != null) ? this.fence : 0) + 1, floor);
		if (!tell("GRANT", id, token, token + this.block - 1, lease)) {
			return false;
		}
		this.owner = id;
		this.ends = this.now + lease;
		this.first = token;
		this.fence = token + this.block - 1;
		this.former = released;
		this.round = null;
		return true;
	}

	private boolean tell(String kind, String id, long from, long to, long millis) {
		if (!this.reachable.test(id.substring(0, id.indexOf(':')))) {
			return false;
		}
		this.told.add(String.join(" ", kind, id, Long.toString(this.now), Long.toString(from), Long.toString(to),
				Long.toString(millis), this.key));
		return true;
	}

	private @Nullable String released() {
		if (this.owner == null || this.ends == null) {
			return this.owner;
		}
		return this.owner.startsWith("!") ? this.owner.substring(1) : null;
	}

	private long left() {
		return (this.ends != null) ? this.ends - this.now : 0;
	}

	private long join(String id, long lease, long wait, boolean again) {
		Place place = this.places.get(id);
		long ticket;
		if (place != null) {
			ticket = place.ticket;
		}
		else if (again && this.head <= this.tail) {
			ticket = --this.head;
		}
		else {
			ticket = ++this.tail;
		}
		this.queue.put(ticket, id);
		this.places.put(id, new Place(ticket, this.now + wait, lease, (place != null) ? place.kept : again));
		return ticket;
	}

	private boolean leave(String id) {
		Place place = this.places.remove(id);
		if (place == null) {
			return false;
		}
		this.queue.remove(place.ticket);
		if (place.ticket == this.head) {
			this.head++;
		}
		else if (place.ticket == this.tail) {
			this.tail = this.queue.isEmpty() ? this.head - 1 : this.queue.lastKey();
		}
		beginAgainIfEmpty();
		return true;
	}

	/**
	 * The first waiter whose deadline is not over; those before it are gone.
	 */
	private @Nullable String liveHead() {
		while (this.head <= this.tail) {
			String id = this.queue.get(this.head);
			if (id != null && this.places.get(id).deadline >= this.now) {
				return id;
			}
			if (id != null) {
				this.places.remove(id);
				this.queue.remove(this.head);
			}
			this.head++;
		}
		beginAgainIfEmpty();
		return null;
	}

	private void beginAgainIfEmpty() {
		if (this.head > this.tail) {
			this.head = FIRST;
			this.tail = FIRST - 1;
		}
	}

	/**
	 * What the hash of the lock has, but for the marks of gaps.
	 */
	Map<String, String> fields() {
		Map<String, String> fields = new TreeMap<>();
		put(fields, "o", this.owner);
		put(fields, "x", this.ends);
		put(fields, "f", this.fence);
		put(fields, "b", this.first);
		put(fields, "p", this.former);
		put(fields, "r", this.round);
		if (this.head <= this.tail) {
			put(fields, "h", this.head);
			put(fields, "t", this.tail);
		}
		this.queue.forEach((ticket, id) -> fields.put("q" + ticket, id));
		this.places.forEach((id, place) -> fields.put("w" + id, place.toString()));
		return fields;
	}

	private static void put(Map<String, String> fields, String name, @Nullable Object value) {
		if (value != null) {
			fields.put(name, value.toString());
		}
	}

	/**
	 * A place in the queue.
	 */
	private record Place(long ticket, long deadline, long lease, boolean kept) {

		@Override
		public String toString() {
			return this.ticket + ":" + this.deadline + ":" + this.lease + (this.kept ? ":1" : "");
		}

	}

}
