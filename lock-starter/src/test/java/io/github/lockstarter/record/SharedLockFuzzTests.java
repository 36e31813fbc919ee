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
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What no order of commands may break, whatever is asked for: one that has a lock alone
 * is alone, no more have a permit than the one who is let in allows, and all wait in one
 * queue. Six clients by chance, in a time that the test decides: one hears and never
 * acts, and no message reaches another one. A test compares the rules with the scripts,
 * so what this sees of the rules is true of the scripts.
 */
class SharedLockFuzzTests {

	private static final int SEEDS = 60;

	private static final int STEPS = 400;

	private static final long HAND_OFF = 100;

	private static final long LONG = 60_000;

	private static final int BLOCK = 5;

	private static final int ALONE = 1;

	private static final String UNREACHABLE = "f";

	private static final List<String> ACTING = List.of("a", "b", "c", "d", UNREACHABLE);

	private static final String SILENT = "e";

	// What the place of one that has left is known by.
	private static final String KEPT = "kept ";

	private final Deque<String> trace = new ArrayDeque<>();

	private long seed;

	private Random random = new Random();

	private long micros;

	private Deque<PushMessage> messages = new ArrayDeque<>();

	private LockRecord lock = record();

	private Map<String, Asking> attempts = new TreeMap<>();

	// The largest token that anybody has been given, who has it alone, and who reads.
	private long lastToken;

	private long lastAlone;

	private long lastOfReaders;

	private int number;

	private long arrivals;

	private final Map<String, Integer> seen = new HashMap<>();

	@AfterEach
	void somethingHasHappened() {
		assertThat(this.seen.keySet()).as("%s", this.seen)
			.contains("alone", "reads", "permit", "two at once", "three at once", "handed over", "crashed", "forced",
					"kept", "waits");
	}

	@Test
	void sharedLockKeepsItsPromisesInAnyOrderOfCommands() {
		long first = Long.getLong("fuzz.seed", ThreadLocalRandom.current().nextInt(1_000_000_000));
		for (int i = 0; i < SEEDS; i++) {
			begin(first + i);
			for (int step = 0; step < STEPS; step++) {
				this.micros += 1_000 * pick(0, 0, 0, 1, 1, 3, 9, 30, 90) + this.random.nextInt(1_000);
				step();
				judge();
			}
			end();
		}
	}

	private void begin(long value) {
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
		this.arrivals = 0;
	}

	private LockRecord record() {
		return new LockRecord(HAND_OFF, BLOCK, LockRecord.MOST_LOOKS, (client) -> !client.equals(UNREACHABLE),
				(message) -> this.messages.add(message));
	}

	private long pick(long... all) {
		return all[this.random.nextInt(all.length)];
	}

	private long now() {
		return this.micros / 1_000;
	}

	private void step() {
		this.lock.clock("server", this.micros);
		List<Asking> open = new ArrayList<>(this.attempts.values());
		open.removeIf((one) -> one.over || (one.client().equals(SILENT) && one.asked > 0));
		int what = this.random.nextInt(20);
		if (open.size() < 4 || what < 4) {
			begins();
			return;
		}
		Asking one = open.get(this.random.nextInt(open.size()));
		if (one.holds(now())) {
			works(one, what);
		}
		else if (what < 16) {
			ask(one, true);
		}
		else {
			boolean waits = one.isInQueue(now());
			StoreReply reply = this.lock.cancel(one.id, 0, Long.MAX_VALUE);
			told("gives up", one, reply);
			this.attempts.remove(one.id);
			granted(null);
			if (waits && (this.lock.kept().ends() == null || isShared())) {
				firstIsServed();
			}
		}
	}

	private void begins() {
		String client = (this.random.nextInt(6) == 0) ? SILENT : ACTING.get(this.random.nextInt(ACTING.size()));
		Asking one = new Asking(AttemptId.of(client, ++this.number), (int) pick(1, 1, 0, 0, 2, 3), pick(60, 200, 600),
				pick(0, 300, 300, 900));
		this.attempts.put(one.id, one);
		ask(one, false);
	}

	private void ask(Asking one, boolean again) {
		boolean had = one.holds(now());
		boolean placed = again && one.placed;
		one.asked++;
		if (one.wait > 0 && !had) {
			arrives(one);
		}
		StoreReply reply = (one.limit == ALONE) ? this.lock.acquire(one.id, one.lease, one.wait, Long.MAX_VALUE, placed)
				: this.lock.share(one.id, one.limit, one.lease, one.wait, Long.MAX_VALUE, placed);
		told("asks for " + one.limit + (again ? " again" : ""), one, reply);
		boolean owned = reply.status() == Status.OWNED;
		granted(owned ? new Granted(one, reply.firstToken(), reply.lastToken(), reply.leaseMillis()) : null);
		if (!owned && (one.wait == 0 || reply.status() != Status.WAIT)) {
			this.attempts.remove(one.id);
		}
		if (!had) {
			firstIsServed();
		}
	}

	/**
	 * It has a place, or keeps it. When it has not asked for so long, it may have lost
	 * it, and is at the head then.
	 */
	private void arrives(Asking one) {
		if (one.placed && !one.isInQueue(now())) {
			one.first = -(++this.arrivals);
		}
		else if (!one.placed) {
			one.last = ++this.arrivals;
			one.first = one.last;
		}
		one.placed = true;
		one.deadline = now() + one.wait;
	}

	private void works(Asking one, int what) {
		if (what < 9) {
			StoreReply reply = this.lock.renew(one.id, one.lease);
			told("renews", one, reply);
			assertThat(reply.status()).as("renewal of a lease that goes on%n%s", this).isEqualTo(Status.OWNED);
			one.until = Math.max(one.until, now() + reply.leaseMillis());
		}
		else if (what < 15) {
			leaves(one, (what == 10) ? pick(20, 100) : 0);
		}
		else if (what == 15 && one.limit == ALONE) {
			yields(one);
		}
		else if (what == 16) {
			forces(one);
		}
		else if (what == 17) {
			// it has crashed: it says nothing any more
			saw("crashed");
			one.over = true;
		}
		else {
			ask(one, true);
		}
	}

	private void leaves(Asking one, long hold) {
		StoreReply reply = this.lock.release(one.id, hold);
		told("leaves " + hold, one, reply);
		assertThat(reply.status()).as("%s", this).isEqualTo(Status.RELEASED);
		this.attempts.remove(one.id);
		if (hold > 0) {
			saw("kept");
			one.over = true;
			one.until = now() + hold;
			this.attempts.put(KEPT + one.id, one);
		}
		granted(null);
		firstIsServed();
		assertThat(this.lock.release(one.id, hold).status()).as("a release once more%n%s", this)
			.isIn(Status.ALREADY, Status.NOT_OWNER);
	}

	private void yields(Asking one) {
		Asking next = new Asking(AttemptId.of(one.client(), ++this.number), ALONE, one.lease, 300);
		this.attempts.put(next.id, next);
		this.attempts.remove(one.id);
		arrives(next);
		StoreReply reply = this.lock.yield(one.id, next.id, next.lease, next.wait, Long.MAX_VALUE);
		told("yields to " + next.id, one, reply);
		boolean owned = reply.status() == Status.OWNED;
		assertThat(reply.status()).as("%s", this).isIn(Status.OWNED, Status.WAIT);
		granted(owned ? new Granted(next, reply.firstToken(), reply.lastToken(), reply.leaseMillis()) : null);
	}

	/**
	 * An administrator ends its turn, or all of them.
	 */
	private void forces(Asking one) {
		boolean all = this.random.nextBoolean();
		StoreReply reply = all ? this.lock.force() : this.lock.force(one.token);
		told(all ? "all are ended" : "is ended", one, reply);
		assertThat(reply.status()).as("%s", this).isEqualTo(Status.RELEASED);
		saw("forced");
		this.attempts.values().removeIf((other) -> other.holds(now()) && (all || other.token == one.token));
		granted(null);
		firstIsServed();
	}

	/**
	 * What a command gives, to who has asked and by messages. Whoever acts claims what it
	 * has heard of, so that nobody doubts it.
	 */
	private void granted(@Nullable Granted answer) {
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

	private static boolean isHeard(String id) {
		return !AttemptId.client(id).equals(UNREACHABLE) && !AttemptId.client(id).equals(SILENT);
	}

	/**
	 * Who has it now, and the places that minimum holds keep.
	 */
	private List<Asking> inside() {
		List<Asking> inside = new ArrayList<>(this.attempts.values());
		inside.removeIf((one) -> !one.holds(now()));
		return inside;
	}

	private boolean isShared() {
		return LockGroup.OWNER.equals(this.lock.kept().owner());
	}

	/**
	 * Behind a command that looks: the first waiter that can be told does not fit.
	 */
	private void firstIsServed() {
		KeptLock kept = this.lock.kept();
		List<String> lines = new ArrayList<>(kept.queue().lines().toList());
		int members = isShared() ? lines.remove(0).split(" ").length / 3 : 0;
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

	private void judge() {
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
	private void end() {
		this.micros += 1_000 * LONG;
		this.lock.clock("server", this.micros);
		StoreReply reply = this.lock.acquire("visitor:1", 1_000, 0, Long.MAX_VALUE, false);
		assertThat(reply.status()).as("%s", this).isEqualTo(Status.OWNED);
		this.lock.release("visitor:1", 0);
		KeptLock kept = this.lock.kept();
		assertThat(kept.queue()).as("left behind%n%s", this).isEmpty();
		assertThat(kept.ends()).as("left behind%n%s", this).isNull();
	}

	private void told(String what, Asking one, StoreReply reply) {
		this.trace.add(now() + " " + one + " " + what + ": " + reply.status() + " " + reply.firstToken() + " for "
				+ reply.leaseMillis() + " place " + reply.queue());
		if (this.trace.size() > 30) {
			this.trace.remove();
		}
	}

	private void saw(String what) {
		this.seen.merge(what, 1, Integer::sum);
	}

	@Override
	public String toString() {
		return "-Dfuzz.seed=" + this.seed + ", the last steps:\n" + String.join("\n", this.trace) + "\n"
				+ this.lock.kept();
	}

	/**
	 * What somebody is told.
	 */
	private record Granted(Asking to, long first, long last, long lease) {
	}

	/**
	 * An attempt, as its client knows it.
	 */
	private static final class Asking {

		private final String id;

		private final int limit;

		private final long lease;

		private final long wait;

		private int asked;

		private boolean placed;

		// where it is in the queue, at the earliest and at the latest
		private long first = Long.MAX_VALUE;

		private long last = Long.MAX_VALUE;

		// until when it keeps its place
		private long deadline;

		private long token;

		// the end of its lease
		private long until;

		// it says nothing any more
		private boolean over;

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
