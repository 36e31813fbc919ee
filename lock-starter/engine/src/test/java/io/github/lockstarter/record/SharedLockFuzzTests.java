package io.github.lockstarter.record;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What no order of commands may break, whatever is asked for: one that has a lock alone
 * is alone, no more have a permit than the one who is let in allows, and all wait in one
 * queue. Six clients by chance, in a time that the test decides: one hears and never
 * acts, and no message reaches another one. A test compares the rules with the scripts,
 * so what this sees of the rules is true of the scripts.
 */
class SharedLockFuzzTests extends SharedLockWitness {

	private static final int SEEDS = 60;

	// In these a lease ended in the very millisecond of a hand-off that another had got,
	// and its client was taken for dead.
	private static final List<Long> FOUND = List.of(456_276_501L, 1_720_895_221L, 907_532_600L, 988_329_581L,
			870_477_405L);

	private static final int STEPS = 400;

	@AfterEach
	void somethingHasHappened() {
		assertThat(this.seen.keySet()).as("%s", this.seen)
			.contains("alone", "reads", "permit", "two at once", "three at once", "handed over", "crashed", "forced",
					"kept", "waits");
	}

	@Test
	void sharedLockKeepsItsPromisesInAnyOrderOfCommands() {
		// the same ones in each build
		long first = TestSeed.of(1);
		for (int i = 0; i < Integer.getInteger("fuzz.seeds", SEEDS); i++) {
			goThrough(first + i);
		}
		FOUND.forEach(this::goThrough);
	}

	private void goThrough(long value) {
		begin(value);
		for (int step = 0; step < STEPS; step++) {
			this.micros += 1_000 * pick(0, 0, 0, 1, 1, 3, 9, 30, 90) + this.random.nextInt(1_000);
			step();
			judge();
		}
		end();
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
			// it may have been passed
			boolean waits = this.lock.kept().queue().lines().anyMatch((line) -> line.split(" ")[1].equals(one.id));
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
		// also one that nobody has told of it: it claims what it has, and nobody looks
		boolean has = this.lock.holders().contains(one.id);
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
		if (!has) {
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
		next.asked++;
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

}
