package io.github.lockstarter.redis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;

/**
 * What the scripts do, in plain Java and without Redis: the same answers, as text.
 */
final class LockModel {

	private static final long FIRST = 1_048_576;

	private final long handOff;

	private final long block;

	private final Set<String> reachable;

	private final Consumer<PushMessage> messages;

	private String owner;

	private Long ends;

	private long fence;

	private long first;

	private String former = "";

	private boolean queue;

	private long head = FIRST;

	private long tail = FIRST - 1;

	private final Set<String> inDoubt = new HashSet<>();

	private long handedUntil;

	private final Map<Long, String> tickets = new TreeMap<>();

	private final Map<String, Waiter> waiters = new HashMap<>();

	private long now;

	private long micros;

	LockModel(long handOff, long block, Set<String> reachable) {
		this(handOff, block, reachable, (message) -> {
		});
	}

	/**
	 * Creates a free lock.
	 * @param handOff the longest provisional lease
	 * @param block how many tokens an owner gets
	 * @param reachable the clients that can be reached
	 * @param messages what they are told; the lock has no name here
	 */
	LockModel(long handOff, long block, Set<String> reachable, Consumer<PushMessage> messages) {
		this.handOff = handOff;
		this.block = block;
		this.reachable = reachable;
		this.messages = messages;
	}

	void clock(long micros) {
		this.micros = micros;
		this.now = micros / 1_000;
	}

	String acquire(String id, long lease, long wait, long cutoff, boolean again) {
		if (this.now > cutoff) {
			return answer("STALE");
		}
		String released = releasedBy();
		if (id.equals(released) || id.equals(this.former)) {
			return answer("FINISHED");
		}
		String before = (released != null) ? released : "";
		if (end() <= this.now && !this.queue) {
			return owned(id, lease, before);
		}
		if (end() > this.now) {
			if (id.equals(this.owner)) {
				return extended(lease);
			}
			long place = 0;
			if (wait > 0) {
				long ticket = join(id, lease, wait, again);
				liveHead();
				place = ticket - this.head + 1;
			}
			return answer("WAIT", 0, 0, end() - this.now, place);
		}
		long ticket = (wait > 0) ? join(id, lease, wait, again) : 0;
		if (end() > 0 && end() == this.handedUntil && !client(this.owner).equals(client(id))) {
			this.inDoubt.add(client(this.owner));
		}
		long given = offer(id, before);
		if (given == 0) {
			return owned(id, lease, before);
		}
		return id.equals(this.owner) ? answer("OWNED", this.first, this.fence, given)
				: answer("WAIT", 0, 0, given, (ticket > 0) ? ticket - this.head + 1 : 0);
	}

	String renew(String id, long lease) {
		if (!id.equals(this.owner) || end() <= this.now) {
			return this.now + " 0";
		}
		this.ends = Math.max(end(), this.now + lease);
		return this.now + " " + (end() - this.now);
	}

	String release(String id, long hold) {
		if (id.equals(this.owner) && this.ends != null && !this.queue && hold == 0) {
			this.ends = null;
			this.handedUntil = 0;
			return "RELEASED";
		}
		if (!id.equals(this.owner)) {
			if (this.waiters.containsKey(id)) {
				leave(id);
				liveHead();
			}
			return (("!" + id).equals(this.owner) || id.equals(this.former)) ? answer("ALREADY") : answer("NOT_OWNER");
		}
		if (this.ends == null) {
			return answer("ALREADY");
		}
		if (hold > 0) {
			this.owner = "!" + id;
			this.ends = this.now + hold;
			this.handedUntil = 0;
			hint(liveHead());
		}
		else {
			free(id);
		}
		return answer("RELEASED");
	}

	String cancel(String id, long accept, long cutoff) {
		if (id.equals(this.owner) && this.ends != null) {
			if (accept == 0 || end() <= this.now) {
				free(id);
				return answer("RELEASED");
			}
			return (this.now > cutoff) ? answer("STALE") : extended(accept);
		}
		if (id.equals(this.owner) || ("!" + id).equals(this.owner) || id.equals(this.former)) {
			return answer("FINISHED");
		}
		if (this.waiters.containsKey(id)) {
			leave(id);
			String first = liveHead();
			if (this.owner != null && this.owner.startsWith("!") && end() > this.now) {
				hint(first);
			}
		}
		return answer("CANCELLED");
	}

	String yield(String id, String to, long lease, long wait, long cutoff) {
		if (this.now > cutoff) {
			return answer("STALE");
		}
		boolean held = end() > this.now;
		if (to.equals(this.owner) && held) {
			return answer("OWNED", this.first, this.fence, end() - this.now);
		}
		if (id.equals(this.owner) && held && !this.queue) {
			return owned(to, lease, id);
		}
		if (!id.equals(this.owner) || !held) {
			Waiter waiting = this.waiters.get(to);
			return (waiting != null)
					? answer("WAIT", 0, 0, Math.max(end() - this.now, 0), waiting.ticket - this.head + 1)
					: answer("LOST");
		}
		long ticket = join(to, lease, wait, false);
		long given = offer(to, id);
		return to.equals(this.owner) ? answer("OWNED", this.first, this.fence, given)
				: answer("WAIT", 0, 0, given, ticket - this.head + 1);
	}

	String force() {
		if (end() <= this.now) {
			return answer("FREE");
		}
		this.owner = null;
		this.ends = null;
		this.handedUntil = 0;
		this.former = "";
		this.fence = Math.max(this.fence + 1, this.micros);
		offer(null, "");
		return answer("RELEASED");
	}

	String describe() {
		if (end() <= this.now) {
			return answer("FREE", 0, 0, 0, 0);
		}
		long live = this.waiters.values().stream().filter((waiter) -> waiter.deadline >= this.now).count();
		return answer("HELD", this.first, this.fence, end() - this.now, live) + " " + this.owner;
	}

	private String releasedBy() {
		if (this.owner == null || this.ends == null) {
			return this.owner;
		}
		return this.owner.startsWith("!") ? this.owner.substring(1) : null;
	}

	private long end() {
		return (this.ends != null) ? this.ends : 0;
	}

	private String extended(long lease) {
		this.ends = Math.max(end(), this.now + lease);
		return answer("OWNED", this.first, this.fence, end() - this.now);
	}

	private String owned(String id, long lease, String before) {
		own(id, lease, before);
		return answer("OWNED", this.first, this.fence, lease);
	}

	private void own(String id, long lease, String before) {
		this.first = Math.max(this.fence + 1, this.micros);
		this.fence = this.first + this.block - 1;
		this.owner = id;
		this.ends = this.now + lease;
		this.former = before;
	}

	private long join(String id, long lease, long wait, boolean again) {
		this.inDoubt.remove(client(id));
		Waiter known = this.waiters.get(id);
		boolean kept = (known != null) ? known.kept : again;
		long ticket = (known != null) ? known.ticket
				: (again && this.queue && this.head > 1) ? --this.head : ++this.tail;
		this.queue = true;
		this.tickets.put(ticket, id);
		this.waiters.put(id, new Waiter(ticket, this.now + wait, lease, kept));
		return ticket;
	}

	private void leave(String id) {
		long ticket = drop(id);
		if (ticket == this.head && ticket == this.tail) {
			endQueue();
		}
		else if (ticket == this.head) {
			this.head = ticket + 1;
		}
	}

	private long drop(String id) {
		long ticket = this.waiters.remove(id).ticket;
		this.tickets.remove(ticket);
		return ticket;
	}

	private void endQueue() {
		this.queue = false;
		this.head = FIRST;
		this.tail = FIRST - 1;
		this.inDoubt.clear();
	}

	private String liveHead() {
		for (; this.head <= this.tail; this.head++) {
			String id = this.tickets.get(this.head);
			if (id != null && this.waiters.get(id).deadline >= this.now) {
				return id;
			}
			if (id != null) {
				drop(id);
			}
		}
		endQueue();
		return null;
	}

	private long offer(String asking, String before) {
		for (String id = liveHead(); id != null; id = liveHead()) {
			Waiter waiter = this.waiters.get(id);
			boolean trusted = !this.inDoubt.contains(client(id));
			leave(id);
			if (id.equals(asking)) {
				own(id, waiter.lease, before);
				return waiter.lease;
			}
			if (trusted && (isReachable(id) || waiter.kept)) {
				long given = Math.min(waiter.lease, this.handOff);
				own(id, given, before);
				this.handedUntil = (given == this.handOff) ? end() : this.handedUntil;
				if (isReachable(id)) {
					this.messages.accept(new PushMessage(PushMessage.Kind.GRANT, id, new ServerTime("server", this.now),
							this.first, this.fence, given, ""));
				}
				return given;
			}
		}
		return 0;
	}

	private void hint(String id) {
		if (id != null && isReachable(id)) {
			this.messages.accept(new PushMessage(PushMessage.Kind.HINT, id, new ServerTime("server", this.now), 0, 0,
					end() - this.now, ""));
		}
	}

	private boolean isReachable(String id) {
		return this.reachable.contains(client(id));
	}

	private static String client(String id) {
		return id.substring(0, id.indexOf(':'));
	}

	private void free(String id) {
		if (offer(null, id) == 0) {
			this.ends = null;
			this.handedUntil = 0;
		}
	}

	private String answer(String status, long... numbers) {
		StringBuilder text = new StringBuilder(status).append(' ').append(this.now);
		for (long number : numbers) {
			text.append(' ').append(number);
		}
		return text.toString();
	}

	private record Waiter(long ticket, long deadline, long lease, boolean kept) {

	}

}
