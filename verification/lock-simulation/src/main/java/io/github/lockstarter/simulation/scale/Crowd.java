package io.github.lockstarter.simulation.scale;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;

/**
 * A crowd that wants one lock: all come while it is held, one after the other, and each
 * holds it for a short time.
 */
public final class Crowd {

	private static final String LOCK = "crowd-lock";

	private static final long MILLI = 1_000_000;

	// The time between two that come: 10,000 in a second.
	private static final long APART = MILLI / 10;

	// By then all have asked twice, and know how many are before them.
	private static final long SETTLED = 10_000 * MILLI;

	private final Fleet fleet;

	private final int count;

	private final boolean fair;

	private final long holdNanos;

	// When each had the lock, by the number of the caller: that of its question.
	private final long[] entered;

	// The numbers of the callers in the order in which they had it.
	private final int[] order;

	private int asked;

	private int served;

	private int done;

	private @Nullable AsyncLease first;

	/**
	 * Begins.
	 * @param seed decides everything
	 * @param count how many callers there are
	 * @param instances in how many instances, in turn
	 * @param fair whether each has a place of its own in the queue of the server;
	 * otherwise those of an instance share one
	 * @param holdMillis how long each holds the lock
	 */
	public Crowd(long seed, int count, int instances, boolean fair, long holdMillis) {
		this.fleet = new Fleet(seed, instances, LOCK);
		this.count = count;
		this.fair = fair;
		this.holdNanos = holdMillis * MILLI;
		this.entered = new long[count];
		this.order = new int[count];
	}

	/**
	 * Lets all come, and then be served.
	 * @return what it has cost
	 */
	public Outcome run() {
		Member holder = this.fleet.member(0);
		holder.after(0, () -> holder.acquire(LockRequest.of(LOCK)).thenAccept((lease) -> this.first = lease));
		this.fleet.until(() -> this.first != null);
		long begin = this.fleet.now();
		LockRequest request = LockRequest.of(LOCK).fair(this.fair).waitTime(Duration.ofDays(20));
		for (int i = 0; i < this.count; i++) {
			Member member = this.fleet.member(i);
			member.after(i * APART, () -> {
				int number = this.asked++;
				member.acquire(request).whenComplete((lease, failure) -> enter(member, number, lease, failure));
			});
		}
		this.fleet.until(begin + this.count * APART + SETTLED);
		Expense before = Expense.of(this.fleet);
		this.fleet.places().open();
		long opened = this.fleet.now();
		holder.after(0, () -> Objects.requireNonNull(this.first).close());
		this.fleet.until(() -> this.done == this.count);
		return new Outcome(this.served, this.fleet.places().served(), this.fleet.places().misplaced(), fellBack(),
				waits(opened), Expense.of(this.fleet).since(before), this.fleet.traffic().busiestSecond(opened),
				this.fleet.hash());
	}

	private void enter(Member member, int number, @Nullable AsyncLease lease, @Nullable Throwable failure) {
		if (lease == null) {
			throw new IllegalStateException("Caller " + number + " has no lock", failure);
		}
		this.entered[number] = this.fleet.now();
		this.order[this.served++] = number;
		this.fleet.tell(number + " enters");
		member.after(this.holdNanos, () -> lease.close().whenComplete((nothing, lost) -> {
			if (lost != null) {
				throw new IllegalStateException("Caller " + number + " has lost the lock", lost);
			}
			this.done++;
		}));
	}

	/**
	 * The most places that anybody was served later than it came.
	 */
	private long fellBack() {
		long most = 0;
		for (int i = 0; i < this.count; i++) {
			most = Math.max(most, (long) i - this.order[i]);
		}
		return most;
	}

	private long[] waits(long opened) {
		return Arrays.stream(this.entered).map((moment) -> moment - opened).sorted().toArray();
	}

	/**
	 * What came of a crowd.
	 *
	 * @param served how many have had the lock
	 * @param watched how many of them had a place in the queue of the server before the
	 * first was served
	 * @param misplaced how many of those were served after somebody from behind them
	 * @param fellBack the most places that anybody was served later than it came
	 * @param waits how long each has waited since the lock was given back for the first
	 * time, in nanoseconds, the shortest first
	 * @param expense what it has cost from then on
	 * @param busiest the most requests in one second from then on
	 * @param hash the same for the same story
	 */
	public record Outcome(int served, long watched, long misplaced, long fellBack, long[] waits, Expense expense,
			long busiest, long hash) {

		/**
		 * How long a part of the crowd had waited when it had been served.
		 * @param part from 0 to 1
		 * @return nanoseconds
		 */
		public long waited(double part) {
			return this.waits[(int) Math.min(this.waits.length - 1L, (long) (part * this.waits.length))];
		}

		/**
		 * From one that has the lock to the next one.
		 * @return nanoseconds, in the mean
		 */
		public double pace() {
			return (double) this.waits[this.waits.length - 1] / this.waits.length;
		}

	}

}
