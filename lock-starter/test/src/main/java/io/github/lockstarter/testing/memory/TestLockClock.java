package io.github.lockstarter.testing.memory;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * The clocks of this JVM, plus the time that a test has added.
 *
 * <p>
 * Sleepers register: a {@link TestRuntime} registers whatever waits in the engine, and a
 * step of the clock makes it read the time again. A step waits until the loops that renew
 * leases sleep again, so that everything that was due is renewed.
 */
public final class TestLockClock implements LockClock {

	// A machine that is this busy fails other tests first.
	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

	private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	// For each thread that has read this clock, the last step that it has seen.
	private final Map<Thread, Integer> readers = Collections.synchronizedMap(new WeakHashMap<>());

	// The sleeper of each thread that sleeps by this clock.
	private final Map<Thread, Sleeper> asleep = new ConcurrentHashMap<>();

	private final Set<Sleeper> others = ConcurrentHashMap.newKeySet();

	private final ReentrantLock stepping = new ReentrantLock();

	private volatile long addedNanos;

	private volatile int steps;

	@Override
	public Moment now() {
		// before the time, so that a thread that has noted a step has seen it
		this.readers.put(Thread.currentThread(), this.steps);
		long added = this.addedNanos;
		return new Moment(System.nanoTime() + added, System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(added));
	}

	// Wakes all sleepers, and waits until due renewals are done.
	public void step(Duration step, Runnable wakeUp) {
		this.stepping.lock();
		try {
			this.addedNanos += step.toNanos();
			this.steps++;
			this.asleep.values().forEach(Sleeper::wake);
			this.others.forEach(Sleeper::wake);
			wakeUp.run();
			this.others.forEach(this::awaitSleep);
		}
		finally {
			this.stepping.unlock();
		}
	}

	private void awaitSleep(Sleeper sleeper) {
		long begin = System.nanoTime();
		while (this.others.contains(sleeper) && !sleeper.sleepsSince(this.steps)) {
			if (System.nanoTime() - begin > PATIENCE_NANOS) {
				throw new IllegalStateException("The locks have not noticed that the time was advanced");
			}
			LockSupport.parkNanos(LOOK_NANOS);
		}
	}

	// Whether all threads that have read this clock wait, for a time after having seen
	// the last step, or for something else: then nothing happens unless time passes.
	public boolean isCalm() {
		return readers().stream().allMatch(this::waits)
				&& this.others.stream().allMatch((sleeper) -> sleeper.sleepsSince(this.steps));
	}

	private List<Thread> readers() {
		synchronized (this.readers) {
			return this.readers.keySet().stream().filter((thread) -> thread != Thread.currentThread()).toList();
		}
	}

	private boolean waits(Thread thread) {
		if (this.asleep.containsKey(thread)) {
			return this.readers.getOrDefault(thread, -1) == this.steps;
		}
		return switch (thread.getState()) {
			case WAITING, TIMED_WAITING, TERMINATED -> true;
			default -> false;
		};
	}

	// Not a reader: this thread does not count for isCalm().
	long peek() {
		return System.nanoTime() + this.addedNanos;
	}

	int steps() {
		return this.steps;
	}

	// The calling thread sleeps until a time that it has read from this clock; skipped if
	// the clock was stepped since then.
	void sleep(Sleeper sleeper, Runnable sleep) {
		Thread thread = Thread.currentThread();
		this.asleep.put(thread, sleeper);
		try {
			if (this.readers.getOrDefault(thread, -1) == this.steps) {
				sleep.run();
			}
		}
		finally {
			this.asleep.remove(thread);
		}
	}

	void begins(Sleeper sleeper) {
		this.others.add(sleeper);
	}

	void ends(Sleeper sleeper) {
		this.others.remove(sleeper);
	}

	/**
	 * Sleeps until a time by this clock.
	 */
	interface Sleeper {

		// called by any thread
		void wake();

		// Whether the work that was due after that step is done.
		default boolean sleepsSince(int step) {
			return true;
		}

	}

}
