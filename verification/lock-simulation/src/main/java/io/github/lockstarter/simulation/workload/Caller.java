package io.github.lockstarter.simulation.workload;

import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.simulation.client.Instance;

/**
 * One caller in an instance, again and again: it takes a lock, writes to what the lock
 * protects, gives the lock back, and writes down each step.
 */
final class Caller {

	private static final long MILLI = 1_000_000;

	private final Callers all;

	private final Instance instance;

	private final String name;

	private final HistoryLog history;

	private final Habit habit;

	private long count;

	/**
	 * Creates the caller.
	 * @param all what it has in common with all callers
	 * @param instance whose locks it takes
	 * @param name its name
	 * @param history where its steps are written
	 * @param habit what it asks for, and when
	 */
	Caller(Callers all, Instance instance, String name, HistoryLog history, Habit habit) {
		this.all = all;
		this.instance = instance;
		this.name = name;
		this.history = history;
		this.habit = habit;
	}

	/**
	 * Begins, when its instance has its first connections: who comes before waits for
	 * them, which is the store's matter.
	 */
	void begin() {
		this.instance.process().after(Callers.BEGIN_NANOS, this::rest);
	}

	private void rest() {
		this.instance.process().after(this.habit.pauseNanos(), this::call);
	}

	private void call() {
		if (!this.all.goOn()) {
			return;
		}
		Wish wish = this.habit.wish();
		Call call = this.all.begin(this.instance, this.history, wish, this.name + "-" + this.count++);
		this.instance.locks().tryAcquire(wish.request()).whenComplete((lease, failure) -> {
			if (failure != null) {
				call.refused(failure);
				rest();
			}
			else if (lease.isEmpty()) {
				call.held();
				rest();
			}
			else if (call.enters(lease.get().asLease())) {
				work(call, lease.get(), wish.bodyMillis());
			}
			else {
				leave(call, lease.get());
			}
		});
	}

	/**
	 * Works, and tells now and then that it does.
	 */
	private void work(Call call, AsyncLease lease, long millis) {
		long step = Math.min(millis, this.all.stepMillis());
		this.instance.process().after(step * MILLI, () -> {
			if (step < millis) {
				call.works();
				work(call, lease, millis - step);
			}
			else {
				call.leaves();
				leave(call, lease);
			}
		});
	}

	private void leave(Call call, AsyncLease lease) {
		lease.close().whenComplete((done, failure) -> {
			call.ends(failure == null);
			rest();
		});
	}

	/**
	 * What a caller asks for, and when.
	 */
	interface Habit {

		/**
		 * How long it rests before its next call.
		 */
		long pauseNanos();

		/**
		 * What it asks for next.
		 */
		Wish wish();

	}

}
