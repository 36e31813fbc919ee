package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * The clocks of a machine, which a test sets forward or back.
 */
final class SetClock implements LockClock {

	private final AtomicLong nanos = new AtomicLong();

	private final AtomicLong wallMillis = new AtomicLong();

	/**
	 * So much time passes at once.
	 */
	void pass(Duration time) {
		this.nanos.addAndGet(time.toNanos());
		this.wallMillis.addAndGet(time.toMillis());
	}

	/**
	 * Sets the wall clock back, and leaves the monotonic one as it is.
	 */
	void setBack(Duration time) {
		this.wallMillis.addAndGet(-time.toMillis());
	}

	@Override
	public Moment now() {
		return new Moment(System.nanoTime() + this.nanos.get(), System.currentTimeMillis() + this.wallMillis.get());
	}

}
