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
 * The waiters of one lock in the order of arrival, by growing tickets; waiters that have
 * left are gaps.
 */
final class WaiterQueue {

	// as in the scripts: leaves room before it for waiters that return to the head
	private static final long FIRST = 1_048_576;

	private static final int MOST_IN_DOUBT = 16;

	private static final int ALONE = 1;

	private final TreeMap<Long, String> tickets = new TreeMap<>();

	private final Map<String, Waiter> waiters = new HashMap<>();

	// clients that were handed the lock and did not claim it, oldest first
	private final Set<String> inDoubt = new LinkedHashSet<>();

	private final int mostLooks;

	private int looks;

	private boolean open;

	private long head = FIRST;

	private long tail = FIRST - 1;

	WaiterQueue(int mostLooks) {
		this.mostLooks = mostLooks;
	}

	void nextCommand() {
		this.looks = this.mostLooks;
	}

	// Whether any attempt has queued since the queue was last found empty.
	boolean isOpen() {
		return this.open;
	}

	boolean has(String id) {
		return this.waiters.containsKey(id);
	}

	Waiter get(String id) {
		return Objects.requireNonNull(this.waiters.get(id), id);
	}

	long place(long ticket) {
		return ticket - this.head + 1;
	}

	// At the tail, or in the same place; at the head if the attempt has lost its place.
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

	// The first waiter that has not expired; drops those before it. Null if there is
	// none, or it is beyond what one command examines.
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

	String latest() {
		return this.tickets.lastEntry().getValue();
	}

	// Waiters that have not expired, as far as one command examines; the rest counts with
	// its gaps.
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

	long lastDeadline() {
		return this.waiters.values().stream().mapToLong(Waiter::deadline).max().orElse(0);
	}

	// Empty for a closed queue; otherwise a line for the queue and one for each waiter.
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
		// the last place is taken as long as any attempt waits
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

	// The deadline is in milliseconds of the server; a kept waiter is handed the lock
	// even if it cannot be notified; limit: 1 for exclusive, 0 for any number.
	record Waiter(long ticket, long deadline, long lease, boolean kept, int limit) {

	}

}
