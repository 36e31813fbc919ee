package io.github.lockstarter.record;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;

/**
 * The waiters of one lock in the order of arrival, with growing tickets. The tickets of
 * waiters that have left are gaps.
 */
final class WaiterQueue {

	// as in the scripts: there is room before it for waiters that come back to the head
	private static final long FIRST = 1_048_576;

	private static final int MOST_IN_DOUBT = 16;

	private static final int ALONE = 1;

	private final TreeMap<Long, String> tickets = new TreeMap<>();

	private final Map<String, Waiter> waiters = new HashMap<>();

	// clients that did not claim a hand-off, the oldest first
	private final Set<String> inDoubt = new LinkedHashSet<>();

	private final int mostLooks;

	private int looks;

	private boolean open;

	private long head = FIRST;

	private long tail = FIRST - 1;

	/**
	 * Creates an empty queue.
	 * @param mostLooks how many places and gaps one command examines
	 */
	WaiterQueue(int mostLooks) {
		this.mostLooks = mostLooks;
	}

	/**
	 * Begins another command.
	 */
	void nextCommand() {
		this.looks = this.mostLooks;
	}

	/**
	 * Whether an attempt has queued since the queue was last found empty.
	 */
	boolean isOpen() {
		return this.open;
	}

	boolean has(String id) {
		return this.waiters.containsKey(id);
	}

	Waiter get(String id) {
		return Objects.requireNonNull(this.waiters.get(id), id);
	}

	/**
	 * The position of a ticket, counted from the head.
	 */
	long place(long ticket) {
		return ticket - this.head + 1;
	}

	/**
	 * Queues an attempt at the tail, or keeps its place; at the head if it has had a
	 * place before and lost it.
	 * @param limit how many may have the lock at once
	 * @return its ticket
	 */
	long join(String id, long lease, long deadline, boolean again, int limit) {
		this.inDoubt.remove(AttemptId.client(id));
		Waiter known = this.waiters.get(id);
		boolean kept = (known != null) ? known.kept() : again;
		long ticket = (known != null) ? known.ticket() : newTicket(again);
		this.open = true;
		this.tickets.put(ticket, id);
		this.waiters.put(id, new Waiter(ticket, deadline, lease, kept, limit));
		return ticket;
	}

	private long newTicket(boolean again) {
		return (again && this.open && this.head > 1) ? --this.head : ++this.tail;
	}

	void leave(String id) {
		long ticket = drop(id);
		if (ticket == this.head) {
			this.head = ticket + 1;
		}
		else if (ticket == this.tail) {
			this.tail = this.tickets.isEmpty() ? this.head - 1 : this.tickets.lastKey();
		}
		closeIfEmpty();
	}

	/**
	 * The first live waiter, or null: there is none, or it is behind more places than one
	 * command examines. Drops the expired waiters before it.
	 */
	@Nullable String liveHead(long now) {
		for (; this.head <= this.tail && this.looks > 0; this.looks--) {
			long place = this.tickets.ceilingKey(this.head);
			if (place == this.head) {
				String id = at(place);
				if (get(id).deadline() >= now) {
					this.looks--;
					return id;
				}
				drop(id);
				place++;
			}
			this.head = place;
		}
		closeIfEmpty();
		return null;
	}

	private String at(long place) {
		return Objects.requireNonNull(this.tickets.get(place));
	}

	/**
	 * The last waiter.
	 */
	String latest() {
		return this.tickets.lastEntry().getValue();
	}

	/**
	 * Counts the live waiters among the places that one command examines; the places
	 * behind count in full, including gaps.
	 */
	long countLive(long now) {
		long live = 0;
		long ticket = this.head;
		for (int look = 0; look < this.mostLooks && ticket <= this.tail; look++) {
			long place = this.tickets.ceilingKey(ticket);
			if (place == ticket) {
				live += (get(at(place)).deadline() >= now) ? 1 : 0;
				place++;
			}
			ticket = place;
		}
		return live + this.tail - ticket + 1;
	}

	void doubt(String id) {
		this.inDoubt.add(AttemptId.client(id));
		if (this.inDoubt.size() > MOST_IN_DOUBT) {
			this.inDoubt.remove(this.inDoubt.iterator().next());
		}
	}

	boolean isInDoubt(String id) {
		return this.inDoubt.contains(AttemptId.client(id));
	}

	/**
	 * The last deadline of a place.
	 * @return milliseconds of the server, zero without a waiter
	 */
	long lastDeadline() {
		return this.waiters.values().stream().mapToLong(Waiter::deadline).max().orElse(0);
	}

	/**
	 * Writes the queue: nothing if it is closed; otherwise a line for the queue, and one
	 * for each waiter in order.
	 */
	String text() {
		if (!this.open) {
			return "";
		}
		StringBuilder text = new StringBuilder().append(this.head).append(' ').append(this.tail);
		this.inDoubt.forEach((client) -> text.append(' ').append(client));
		this.tickets.forEach((ticket, id) -> {
			Waiter waiter = get(id);
			text.append('\n').append(ticket).append(' ').append(id).append(' ').append(waiter.deadline());
			text.append(' ').append(waiter.lease()).append(' ').append(waiter.kept() ? 1 : 0);
			if (waiter.limit() != ALONE) {
				text.append(' ').append(waiter.limit());
			}
		});
		return text.toString();
	}

	/**
	 * Restores a stored queue.
	 * @param text a text of {@link #text()}
	 */
	void restore(String text) {
		this.tickets.clear();
		this.waiters.clear();
		this.inDoubt.clear();
		this.head = FIRST;
		this.tail = FIRST - 1;
		this.open = !text.isEmpty();
		if (!this.open) {
			return;
		}
		List<String> lines = List.of(text.split("\n"));
		String[] words = words(lines.get(0), 2);
		this.head = Long.parseLong(words[0]);
		this.tail = Long.parseLong(words[1]);
		this.inDoubt.addAll(List.of(words).subList(2, words.length));
		for (String line : lines.subList(1, lines.size())) {
			String[] waiter = words(line, 5);
			long ticket = Long.parseLong(waiter[0]);
			this.tickets.put(ticket, waiter[1]);
			this.waiters.put(waiter[1], new Waiter(ticket, Long.parseLong(waiter[2]), Long.parseLong(waiter[3]),
					waiter[4].equals("1"), (waiter.length > 5) ? Integer.parseInt(waiter[5]) : ALONE));
		}
		// a queue ends with a waiter, never with a gap
		if (this.tickets.isEmpty() || this.tickets.firstKey() < this.head || this.tickets.lastKey() != this.tail) {
			throw new IllegalArgumentException("Lines of a lock are missing: " + lines.get(0));
		}
	}

	private static String[] words(String line, int least) {
		String[] words = line.split(" ");
		if (words.length < least) {
			throw new IllegalArgumentException("A line of a lock is not whole: " + line);
		}
		return words;
	}

	private long drop(String id) {
		long ticket = get(id).ticket();
		this.waiters.remove(id);
		this.tickets.remove(ticket);
		return ticket;
	}

	private void closeIfEmpty() {
		if (this.head > this.tail) {
			this.open = false;
			this.head = FIRST;
			this.tail = FIRST - 1;
			this.inDoubt.clear();
		}
	}

	/**
	 * One place in the queue.
	 *
	 * @param ticket the place
	 * @param deadline until when it is kept, in milliseconds of the server
	 * @param lease the length of the lease that is asked for
	 * @param kept whether the lock is kept for it although no message reaches it
	 * @param limit how many may have the lock at once: 1 for an exclusive lock, 0 for any
	 * number
	 */
	record Waiter(long ticket, long deadline, long lease, boolean kept, int limit) {

	}

}
