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
 * The clocks of this JVM, and what a test has added to them.
 *
 * <p>
 * Who sleeps until a time says so: a {@link TestRuntime} registers whatever waits in the
 * engine, and a step of the clock has it look at the time again. After a step the loops
 * that renew leases are waited for until they sleep again: what was due is renewed then.
 */
public final class TestLockClock implements LockClock {

	// A machine that is this busy fails other tests first.
	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

	private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	// The step that each thread has seen that has read this clock.
	private final Map<Thread, Integer> readers = Collections.synchronizedMap(new WeakHashMap<>());

	// Who sleeps by this clock on which thread.
	private final Map<Thread, Sleeper> asleep = new ConcurrentHashMap<>();

	private final Set<Sleeper> others = ConcurrentHashMap.newKeySet();

	private final ReentrantLock stepping = new ReentrantLock();

	private volatile long addedNanos;

	private volatile int steps;

	@Override
	public Moment now() {
		// before the time: who has noted a step has seen it
		this.readers.put(Thread.currentThread(), this.steps);
		long added = this.addedNanos;
		return new Moment(System.nanoTime() + added, System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(added));
	}

	/**
	 * Adds time in one step, wakes whoever waits for a time to come, and lets what is due
	 * be renewed.
	 * @param step the time to add
	 * @param wakeUp wakes those who wait without a thread
	 */
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
				throw new IllegalStateException("The locks do not notice that time goes by");
			}
			LockSupport.parkNanos(LOOK_NANOS);
		}
	}

	/**
	 * Whether everybody who has read this clock waits: for a time, and has seen the last
	 * step, or for something else. Then nothing happens unless time goes by.
	 * @return false while anybody does something
	 */
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

	/**
	 * The time, for who does not wait for it: reading it has nothing to do with the
	 * locks.
	 */
	long peek() {
		return System.nanoTime() + this.addedNanos;
	}

	/**
	 * The step that has been made last.
	 */
	int steps() {
		return this.steps;
	}

	/**
	 * The calling thread sleeps until a time that it has read from this clock.
	 * @param sleeper wakes it
	 * @param sleep sleeps; left out if the time has been stepped since then
	 */
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

	/**
	 * Something begins to sleep by this clock, and to work when it is woken.
	 */
	void begins(Sleeper sleeper) {
		this.others.add(sleeper);
	}

	/**
	 * It does not any more.
	 */
	void ends(Sleeper sleeper) {
		this.others.remove(sleeper);
	}

	/**
	 * Sleeps until a time by this clock.
	 */
	interface Sleeper {

		/**
		 * The time has been stepped. Called by any thread.
		 */
		void wake();

		/**
		 * Whether it has done what was due after that step, and sleeps.
		 */
		default boolean sleepsSince(int step) {
			return true;
		}

	}

}
