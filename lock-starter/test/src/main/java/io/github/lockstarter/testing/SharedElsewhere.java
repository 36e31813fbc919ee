package io.github.lockstarter.testing;

import java.util.function.IntFunction;

/**
 * How another instance shares a lock, see {@link TestLocks#heldElsewhere(String)}. This
 * object holds nothing: each call of {@link #reading()} or {@link #permits(int)} adds one
 * holder, until its result is closed.
 */
public final class SharedElsewhere {

	private static final int ANY_NUMBER = 0;

	private final IntFunction<HeldElsewhere> taking;

	SharedElsewhere(IntFunction<HeldElsewhere> taking) {
		this.taking = taking;
	}

	/**
	 * Adds a reader on another instance.
	 * @return the hold
	 * @throws IllegalStateException if the lock is held exclusively, or has waiters
	 */
	public HeldElsewhere reading() {
		return this.taking.apply(ANY_NUMBER);
	}

	/**
	 * Adds the holder of a permit on another instance. Whether there is room for a holder
	 * in the application under test depends on that holder's own limit.
	 * @param permits the largest number of holders
	 * @return the hold
	 * @throws IllegalArgumentException if that is less than 2: for an exclusive holder
	 * use {@link TestLocks#holdElsewhere(String)}
	 * @throws IllegalStateException if the lock is held exclusively, no permit is free,
	 * or it has waiters
	 */
	public HeldElsewhere permits(int permits) {
		if (permits < 2) {
			throw new IllegalArgumentException(
					"At least 2 permits, not " + permits + ": holdElsewhere(name) holds a lock exclusively");
		}
		return this.taking.apply(permits);
	}

}
