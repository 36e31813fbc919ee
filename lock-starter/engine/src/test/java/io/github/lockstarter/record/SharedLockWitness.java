package io.github.lockstarter.record;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lock, who asks for it, and what must be true of it after each command.
 */
abstract class SharedLockWitness {

	static final long HAND_OFF = 100;

	static final long LONG = 60_000;

	static final int BLOCK = 5;

	static final int ALONE = 1;

	static final String UNREACHABLE = "f";

	static final List<String> ACTING = List.of("a", "b", "c", "d", UNREACHABLE);

	static final String SILENT = "e";

	// What the place of one that has left is known by.
	static final String KEPT = "kept ";

	final Deque<String> trace = new ArrayDeque<>();

	long seed;

	Random random = new Random();

	long micros;

	Deque<PushMessage> messages = new ArrayDeque<>();

	LockRecord lock = record();

	Map<String, Asking> attempts = new TreeMap<>();

	// The largest token that anybody has been given, who has it alone, and who reads.
	long lastToken;

	long lastAlone;

	long lastOfReaders;

	int number;

	long arrivals;

	final Map<String, Integer> seen = new HashMap<>();

	void begin(long value) {
		this.seed = value;
		this.random = new Random(value);
		this.micros = 1_700_000_000_000_000L;
		this.messages = new ArrayDeque<>();
		this.lock = record();
		this.attempts = new TreeMap<>();
		this.trace.clear();
		this.lastToken = 0;
		this.lastAlone = 0;
		this.lastOfReaders = 0;
		this.number = 0;
		this.arrivals = 0;
	}

	LockRecord record() {
		return new LockRecord(HAND_OFF, BLOCK, LockRecord.MOST_LOOKS, (client) -> !client.equals(UNREACHABLE),
				(message) -> this.messages.add(message));
	}

	long pick(long... all) {
		return all[this.random.nextInt(all.length)];
	}

	long now() {
		return this.micros / 1_000;
	}

	/**
	 * What a command gives, to who has asked and by messages. Whoever acts claims what it
	 * has heard of, so that nobody doubts it.
	 */
	void granted(@Nullable Granted answer) {
		List<Granted> all = new ArrayList<>();
		List<Asking> claims = new ArrayList<>();
		if (answer != null) {
			all.add(answer);
		}
		for (PushMessage message : this.messages) {
			this.trace.add("  " + message.kind() + " " + message.id() + " " + message.firstToken() + " for "
					+ message.millis());
			if (message.kind() == PushMessage.Kind.GRANT) {
				saw("handed over");
				Asking one = this.attempts.get(message.id());
				assertThat(one).as("somebody who is gone has got the lock%n%s", this).isNotNull();
				all.add(new Granted(one, message.firstToken(), message.lastToken(), message.millis()));
				claims.add(one);
			}
		}
		this.messages.clear();
		// those who read have a token that is as old as the first of them
		all.sort(Comparator.comparingInt((Granted one) -> (one.to.limit == 0) ? 1 : 0)
			.thenComparingLong((one) -> one.first));
		for (Granted one : all) {
			give(one, all);
		}
		claims.removeIf((one) -> one.client().equals(SILENT));
		for (Asking one : claims) {
			StoreReply reply = this.lock.renew(one.id, one.lease);
			assertThat(reply.status()).as("a claim of %s%n%s", one, this).isEqualTo(Status.OWNED);
			one.until = now() + reply.leaseMillis();
		}
	}

	private void give(Granted granted, List<Granted> together) {
		Asking one = granted.to;
		boolean had = one.holds(now());
		List<Asking> inside = inside();
		inside.remove(one);
		one.until = Math.max(one.until, now() + granted.lease);
		if (had) {
			assertThat(granted.first).as("%s is told once more%n%s", one, this).isEqualTo(one.token);
			return;
		}
		one.token = granted.first;
		// what nobody has told it may be its own for a while
		boolean late = one.client().equals(UNREACHABLE) && one.asked > 1;
		if (!late) {
			inOrder(one, together);
		}
		one.deadline = 0;
		switch (one.limit) {
			case ALONE -> {
				assertThat(granted.last - granted.first).as("a block of tokens%n%s", this).isEqualTo(BLOCK - 1);
				assertThat(granted.first).as("the token of %s%n%s", one, this).isGreaterThan(this.lastToken);
				this.lastAlone = granted.last;
				saw("alone");
			}
			case 0 -> {
				assertThat(inside).as("who reads beside %s%n%s", one, this)
					.allMatch((other) -> other.limit != 0 || other.token == granted.first);
				assertThat(granted.first).as("the token of %s%n%s", one, this)
					.isGreaterThan(this.lastAlone)
					.isGreaterThanOrEqualTo(this.lastOfReaders);
				this.lastOfReaders = granted.first;
				saw("reads");
			}
			default -> {
				if (!late) {
					assertThat(granted.first).as("the token of %s%n%s", one, this).isGreaterThan(this.lastToken);
					assertThat(inside.size()).as("%s is let in beside %s%n%s", one, inside, this).isLessThan(one.limit);
				}
				saw("permit");
			}
		}
		this.lastToken = Math.max(this.lastToken, granted.last);
		saw((inside.size() == 1) ? "two at once" : (inside.size() > 1) ? "three at once" : "one");
	}

	/**
	 * Nobody is passed who keeps a place, and can be told.
	 */
	private void inOrder(Asking one, List<Granted> together) {
		long place = one.placed ? one.first : Long.MAX_VALUE;
		for (Asking other : this.attempts.values()) {
			if (other.isInQueue(now()) && other.last < place && isHeard(other.id)) {
				assertThat(together).as("%s has got the lock before %s%n%s", one, other, this)
					.anyMatch((granted) -> granted.to == other);
			}
		}
	}

	static boolean isHeard(String id) {
		return !AttemptId.client(id).equals(UNREACHABLE) && !AttemptId.client(id).equals(SILENT);
	}

	/**
	 * Who has it now, and the places that minimum holds keep.
	 */
	List<Asking> inside() {
		List<Asking> inside = new ArrayList<>(this.attempts.values());
		inside.removeIf((one) -> !one.holds(now()));
		return inside;
	}

	boolean isShared() {
		return LockGroup.OWNER.equals(this.lock.kept().owner());
	}

	/**
	 * Behind a command that looks: the first waiter that can be told does not fit.
	 */
	void firstIsServed() {
		KeptLock kept = this.lock.kept();
		List<String> lines = new ArrayList<>(kept.queue().lines().toList());
		int members = isShared() ? lines.remove(0).split(" ").length / 3 - 1 : 0;
		boolean alone = !isShared() && kept.ends() != null && kept.ends() > now();
		for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
			String[] words = line.split(" ");
			if (Long.parseLong(words[2]) < now()) {
				continue;
			}
			int limit = (words.length > 5) ? Integer.parseInt(words[5]) : ALONE;
			boolean fits = (members == 0) ? !alone : limit == 0 || members < limit;
			assertThat(fits && isHeard(words[1])).as("%s is first, fits and waits%n%s", words[1], this).isFalse();
			saw("waits");
			return;
		}
	}

	void judge() {
		List<Asking> inside = inside();
		List<String> holders = this.lock.holders();
		if (inside.stream().anyMatch((one) -> one.limit == ALONE)) {
			assertThat(inside).as("who has it alone%n%s", this).hasSize(1);
			assertThat(holders.size()).as("who has it alone: %s%n%s", holders, this).isLessThan(2);
		}
		this.attempts.forEach((name, one) -> {
			if (one.holds(now()) && !name.startsWith(KEPT)) {
				assertThat(holders).as("who has it%n%s", this).contains(one.id);
			}
		});
		this.attempts.values().removeIf((one) -> one.over && !one.holds(now()));
	}

	/**
	 * When all is over somebody comes, finds it free and leaves nothing behind.
	 */
	void end() {
		this.micros += 1_000 * LONG;
		this.lock.clock("server", this.micros);
		StoreReply reply = this.lock.acquire("visitor:1", 1_000, 0, Long.MAX_VALUE, false);
		assertThat(reply.status()).as("%s", this).isEqualTo(Status.OWNED);
		this.lock.release("visitor:1", 0);
		KeptLock kept = this.lock.kept();
		assertThat(kept.queue()).as("left behind%n%s", this).isEmpty();
		assertThat(kept.ends()).as("left behind%n%s", this).isNull();
	}

	void told(String what, Asking one, StoreReply reply) {
		this.trace.add(now() + " " + one + " " + what + ": " + reply.status() + " " + reply.firstToken() + " for "
				+ reply.leaseMillis() + " place " + reply.queue());
		if (this.trace.size() > 30) {
			this.trace.remove();
		}
	}

	void saw(String what) {
		this.seen.merge(what, 1, Integer::sum);
	}

	@Override
	public String toString() {
		return "-Dlock.test.seed=" + this.seed + ", the last steps:\n" + String.join("\n", this.trace) + "\n"
				+ this.lock.kept();
	}

	/**
	 * What somebody is told.
	 */
	record Granted(Asking to, long first, long last, long lease) {
	}

	/**
	 * An attempt, as its client knows it.
	 */
	static final class Asking {

		final String id;

		final int limit;

		final long lease;

		final long wait;

		int asked;

		boolean placed;

		// where it is in the queue, at the earliest and at the latest
		long first = Long.MAX_VALUE;

		long last = Long.MAX_VALUE;

		// until when it keeps its place
		long deadline;

		long token;

		// the end of its lease
		long until;

		// it says nothing any more
		boolean over;

		Asking(String id, int limit, long lease, long wait) {
			this.id = id;
			this.limit = limit;
			this.lease = lease;
			this.wait = wait;
		}

		String client() {
			return AttemptId.client(this.id);
		}

		boolean holds(long now) {
			return this.until > now;
		}

		boolean isInQueue(long now) {
			return this.deadline >= now;
		}

		@Override
		public String toString() {
			return this.id + " (limit " + this.limit + ")";
		}

	}

}
