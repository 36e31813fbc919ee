package io.github.lockstarter.testing.memory;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;

/**
 * Who waits for one lock, in the order of arrival: tickets that grow, of which those that
 * have left are gaps.
 */
final class WaiterQueue {

	// as in the scripts: there is room before it for those who come back to the head
	private static final long FIRST = 1_048_576;

	private static final int MOST_IN_DOUBT = 16;

	private final TreeMap<Long, String> tickets = new TreeMap<>();

	private final Map<String, Waiter> waiters = new HashMap<>();

	// clients that were handed the lock and did not come, the oldest first
	private final Set<String> inDoubt = new LinkedHashSet<>();

	private final int mostLooks;

	private int looks;

	private boolean open;

	private long head = FIRST;

	private long tail = FIRST - 1;

	/**
	 * Creates an empty queue.
	 * @param mostLooks how many places and gaps one command looks at
	 */
	WaiterQueue(int mostLooks) {
		this.mostLooks = mostLooks;
	}

	/**
	 * Another command begins.
	 */
	void nextCommand() {
		this.looks = this.mostLooks;
	}

	/**
	 * Whether anybody has queued since the queue was last found empty.
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
	 * The place of a ticket, counted from the head.
	 */
	long place(long ticket) {
		return ticket - this.head + 1;
	}

	/**
	 * Queues an attempt at the tail, or keeps its place; at the head if it has had a
	 * place before and lost it.
	 * @return its ticket
	 */
	long join(String id, long lease, long deadline, boolean again) {
		this.inDoubt.remove(AttemptId.client(id));
		Waiter known = this.waiters.get(id);
		boolean kept = (known != null) ? known.kept() : again;
		long ticket = (known != null) ? known.ticket() : newTicket(again);
		this.open = true;
		this.tickets.put(ticket, id);
		this.waiters.put(id, new Waiter(ticket, deadline, lease, kept));
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
	 * The first waiter that still asks, or null: there is none, or it is behind more than
	 * one command looks at. Those before it are dropped.
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
	 * Who came last.
	 */
	String latest() {
		return this.tickets.lastEntry().getValue();
	}

	/**
	 * How many waiters still ask, as far as one command looks; those behind count as they
	 * stand, with the gaps.
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
	 * @param kept whether the lock is kept for it though it cannot be told
	 */
	record Waiter(long ticket, long deadline, long lease, boolean kept) {

	}

}
