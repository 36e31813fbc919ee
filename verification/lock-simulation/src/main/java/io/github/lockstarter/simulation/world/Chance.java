package io.github.lockstarter.simulation.world;

/**
 * Numbers by chance, from a seed: SplitMix64 (Steele, Lea, Flood: Fast Splittable
 * Pseudorandom Number Generators, 2014), which no JDK can change.
 */
public final class Chance {

	private static final long GOLDEN = 0x9E3779B97F4A7C15L;

	private long state;

	/**
	 * Begins.
	 * @param seed decides all numbers
	 */
	public Chance(long seed) {
		// else the numbers of the next seed would be the same, but for the first one
		this.state = mix(seed * GOLDEN);
	}

	/**
	 * Draws 64 bits.
	 * @return the bits
	 */
	public long next() {
		this.state += GOLDEN;
		return mix(this.state);
	}

	private static long mix(long number) {
		long bits = number;
		bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
		bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
		return bits ^ (bits >>> 31);
	}

	/**
	 * Draws a number.
	 * @param bound how many there are
	 * @return from 0 to below the bound
	 */
	public long below(long bound) {
		return Long.remainderUnsigned(next(), bound);
	}

	/**
	 * Draws a number.
	 * @param least the least
	 * @param most the greatest
	 * @return one of those between, or of the two
	 */
	public long between(long least, long most) {
		return least + below(most - least + 1);
	}

	/**
	 * Happens one time in so many.
	 * @param times how many; zero for never
	 * @return whether it happens
	 */
	public boolean oneIn(long times) {
		return times > 0 && below(times) == 0;
	}

	/**
	 * Draws a fraction.
	 * @return from 0 to below 1
	 */
	public double fraction() {
		return (next() >>> 11) * 0x1.0p-53;
	}

}
