package io.github.lockstarter.testing.memory;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * The clocks of this JVM, and what a test has added to them.
 *
 * <p>
 * Whoever waits in the engine sleeps by the real time, so a step of the clock has to wake
 * it: all threads that have read this clock are unparked, which the contract of
 * {@link LockSupport} allows at any time, and look at the time again. After a step the
 * threads that renew leases are waited for until they sleep again: what was due is
 * renewed then.
 */
public final class TestLockClock implements LockClock {

	// How the engine names its thread that renews leases.
	private static final String RENEWAL = "distributed-lock-renewal";

	// What the threads of the engine and its callers say that they are parked for.
	private static final String ENGINE = "io.github.lockstarter.core.";

	// A machine that is this busy fails other tests first.
	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

	private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	private final Map<Thread, Integer> readers = Collections.synchronizedMap(new WeakHashMap<>());

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
			List<Thread> sleepers = sleepers();
			sleepers.forEach(LockSupport::unpark);
			wakeUp.run();
			sleepers.stream().filter((thread) -> thread.getName().equals(RENEWAL)).forEach(this::awaitSleep);
		}
		finally {
			this.stepping.unlock();
		}
	}

	private List<Thread> sleepers() {
		synchronized (this.readers) {
			return this.readers.keySet().stream().filter((thread) -> thread != Thread.currentThread()).toList();
		}
	}

	private void awaitSleep(Thread renewal) {
		long begin = System.nanoTime();
		while (renewal.isAlive() && !(hasSeenTheStep(renewal) && isAsleep(renewal))) {
			if (System.nanoTime() - begin > PATIENCE_NANOS) {
				throw new IllegalStateException("The renewal of leases does not notice that time goes by");
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
		return sleepers().stream().allMatch(this::waits);
	}

	private boolean waits(Thread thread) {
		Object blocker = LockSupport.getBlocker(thread);
		if (blocker != null && blocker.getClass().getName().startsWith(ENGINE)) {
			return hasSeenTheStep(thread);
		}
		return switch (thread.getState()) {
			case WAITING, TIMED_WAITING, TERMINATED -> true;
			default -> false;
		};
	}

	private boolean hasSeenTheStep(Thread thread) {
		return this.readers.getOrDefault(thread, -1) == this.steps;
	}

	/**
	 * Whether it sleeps until a time, rather than waits for a lock of the engine.
	 */
	private static boolean isAsleep(Thread thread) {
		return thread.getState() == Thread.State.TIMED_WAITING;
	}

}
