package io.github.lockstarter.testing;

import java.util.function.IntFunction;

/**
 * How another server is to share a lock, see {@link TestLocks#heldElsewhere(String)}.
 * This alone holds nothing. Each call of {@link #reading()} or {@link #permits(int)} is
 * one holder more, until what it returns is closed.
 */
public final class SharedElsewhere {

	private static final int ANY_NUMBER = 0;

	private final IntFunction<HeldElsewhere> taking;

	/**
	 * Creates the choice.
	 * @param taking takes the lock beside so many others, zero for any number
	 */
	SharedElsewhere(IntFunction<HeldElsewhere> taking) {
		this.taking = taking;
	}

	/**
	 * Another server reads, beside all others that do.
	 * @return the hold
	 * @throws IllegalStateException if somebody has the lock alone, or waits for it
	 */
	public HeldElsewhere reading() {
		return this.taking.apply(ANY_NUMBER);
	}

	/**
	 * Another server has a permit. Who holds the lock in the application under test says
	 * by its own limit whether one more fits.
	 * @param permits how many there are
	 * @return the hold
	 * @throws IllegalArgumentException if that is less than 2: one alone is
	 * {@link TestLocks#holdElsewhere(String)}
	 * @throws IllegalStateException if somebody has the lock alone, no permit is free, or
	 * somebody waits
	 */
	public HeldElsewhere permits(int permits) {
		if (permits < 2) {
			throw new IllegalArgumentException(
					"At least 2 permits, not " + permits + ": holdElsewhere(name) holds a lock alone");
		}
		return this.taking.apply(permits);
	}

}
