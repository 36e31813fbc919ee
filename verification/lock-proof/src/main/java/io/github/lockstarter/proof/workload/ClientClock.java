package io.github.lockstarter.proof.workload;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * The clocks of a client: a wall clock that can be set, and a monotonic one that, if
 * asked for, does not count the time in which the process stood still, as in a suspended
 * virtual machine.
 */
final class ClientClock implements LockClock {

	// Somebody reads the clock every 20 ms, see the heart beat.
	private static final long SUSPENDED_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

	private final SuspendedClock suspended;

	private final AtomicLong lastRead = new AtomicLong(System.nanoTime());

	private final AtomicLong suspendedNanos = new AtomicLong();

	private volatile long stepMillis;

	ClientClock(SuspendedClock suspended) {
		this.suspended = suspended;
	}

	/**
	 * Sets the wall clock.
	 */
	void step(long millis) {
		this.stepMillis += millis;
	}

	@Override
	public Moment now() {
		// the wall clock first: a pause between the two readings must not lengthen a
		// lease
		long wall = System.currentTimeMillis() + this.stepMillis;
		return new Moment(nanoTime(), wall);
	}

	@Override
	public long nanoTime() {
		long now = System.nanoTime();
		if (this.suspended == SuspendedClock.STOPS) {
			long last = this.lastRead.getAndAccumulate(now, Math::max);
			if (now - last > SUSPENDED_NANOS) {
				this.suspendedNanos.addAndGet(now - last);
			}
		}
		return now - this.suspendedNanos.get();
	}

}
