package io.github.lockstarter.simulation.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * The threads of a world. One of them has the baton and runs, all others wait for it: so
 * the order in which they run is that of the events, and what one has written the next
 * one sees. The one that lets events happen hands it out, and gets it back.
 */
final class Threads {

	// A thread that has the baton waits for nothing else. Only where one does, against
	// the rules, real time is looked at: so often, and it stands still each time.
	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	// A stop of a session is the one exception to the rule: it waits for at most two
	// seconds of real time, for an answer that its world cannot give meanwhile.
	private static final int LOOKS = 50;

	// One that ends needs a processor, which a busy machine gives late.
	private static final long LONGEST_END_MILLIS = 30_000;

	private final List<Begun> begun = new ArrayList<>();

	private @Nullable SimulatedThread running;

	private volatile @Nullable Thread holder;

	private volatile long handOvers;

	private volatile boolean over;

	private volatile @Nullable IllegalStateException stuck;

	/**
	 * Who runs, if it is one that may block; null where that is the world itself.
	 */
	@Nullable SimulatedThread running() {
		return this.running;
	}

	/**
	 * Whether nobody of this world is to run any more.
	 */
	boolean isOver() {
		return this.over || this.stuck != null;
	}

	/**
	 * A thread begins, and runs until it waits.
	 */
	void begin(SimulatedThread one, Thread thread) {
		this.begun.add(new Begun(one, thread));
		letRun(one, thread, thread::start);
	}

	/**
	 * A thread that has waited goes on, and runs until it waits again.
	 */
	void goOn(SimulatedThread one, Thread thread) {
		letRun(one, thread, () -> LockSupport.unpark(thread));
	}

	private void letRun(SimulatedThread one, Thread thread, Runnable wakeUp) {
		this.running = one;
		this.handOvers++;
		this.holder = thread;
		wakeUp.run();
		await(Thread.currentThread());
		this.running = null;
		check();
	}

	/**
	 * A thread has to wait, or is at its end.
	 */
	void giveBack(Thread world) {
		this.handOvers++;
		this.holder = world;
		LockSupport.unpark(world);
	}

	/**
	 * Waits for the baton. The interrupt flag is kept, and ends nothing.
	 */
	void await(Thread me) {
		boolean interrupted = false;
		long seen = -1;
		int looks = 0;
		while (this.holder != me && this.stuck == null) {
			LockSupport.parkNanos(this, LOOK_NANOS);
			interrupted |= Thread.interrupted();
			Thread other = this.holder;
			if (other != me && other != null) {
				looks = (seen == this.handOvers && isWaiting(other)) ? looks + 1 : 0;
				seen = this.handOvers;
				if (looks == LOOKS) {
					this.stuck = stuck(other);
				}
			}
		}
		if (interrupted) {
			me.interrupt();
		}
	}

	/**
	 * Whether it waits for anything but the baton, which it has: a busy machine may not
	 * have let it run yet.
	 */
	private boolean isWaiting(Thread thread) {
		return switch (thread.getState()) {
			case BLOCKED, WAITING, TIMED_WAITING -> LockSupport.getBlocker(thread) != this;
			default -> false;
		};
	}

	private static IllegalStateException stuck(Thread thread) {
		IllegalStateException stuck = new IllegalStateException("The world stands still: " + thread.getName()
				+ " runs, and waits for what is not of its world. A simulated thread waits by its runtime alone, and "
				+ "keeps no lock of the JVM meanwhile. It waits for " + LockSupport.getBlocker(thread) + " at "
				+ Arrays.stream(thread.getStackTrace()).limit(12).toList());
		stuck.setStackTrace(thread.getStackTrace());
		return stuck;
	}

	/**
	 * Throws what has gone wrong with the baton.
	 */
	void check() {
		IllegalStateException failure = this.stuck;
		if (failure != null) {
			throw failure;
		}
	}

	/**
	 * Ends all threads, one after the other. One that waits for what is not of its world
	 * is left alone after a while.
	 */
	void end() {
		this.over = true;
		for (Begun last : this.begun) {
			this.running = last.one();
			this.holder = last.thread();
			LockSupport.unpark(last.thread());
			try {
				last.thread().join(LONGEST_END_MILLIS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		this.begun.clear();
		this.running = null;
	}

	/**
	 * One that has begun.
	 */
	private record Begun(SimulatedThread one, Thread thread) {

	}

}
