package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * Both clocks of a JVM, moved by hand. The monotonic one begins just before its overflow,
 * so that readings that are compared other than by subtraction are found out.
 */
final class ManualClock implements LockClock {

	private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

	private volatile Moment now = new Moment(Long.MAX_VALUE - Duration.ofMillis(500).toNanos(), 1_700_000_000_000L);

	@Override
	public Moment now() {
		return this.now;
	}

	/**
	 * Time goes by.
	 */
	void advance(Duration time) {
		move(time, time);
	}

	void advanceMillis(long millis) {
		advance(Duration.ofMillis(millis));
	}

	/**
	 * The wall clock is set, or runs on while a suspended machine has stopped the other.
	 */
	void stepWall(Duration step) {
		move(Duration.ZERO, step);
	}

	/**
	 * Time goes by while somebody sets the wall clock back by as much.
	 */
	void advanceMonotonicOnly(Duration time) {
		move(time, Duration.ZERO);
	}

	private void move(Duration nanos, Duration wall) {
		this.now = new Moment(this.now.nanos() + nanos.toNanos(), this.now.wallMillis() + wall.toMillis());
		this.watchers.forEach(Runnable::run);
	}

	/**
	 * Runs after each move: wakes who sleeps by a clock of its own.
	 */
	void afterMove(Runnable watcher) {
		this.watchers.add(watcher);
	}

}
