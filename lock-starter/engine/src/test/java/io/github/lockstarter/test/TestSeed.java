package io.github.lockstarter.test;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The seed of a test that draws random numbers. It is the same in each build, so that a
 * build says whether a change broke something. The search asks for new seeds by the
 * system property {@code lock.test.seed=new}, and a number there repeats what it found.
 */
public final class TestSeed {

	static final String PROPERTY = "lock.test.seed";

	private TestSeed() {
	}

	/**
	 * The seed to use.
	 * @param fixed the seed in a build
	 * @return that seed, or the one that the system property asks for
	 * @throws IllegalStateException if the property is neither a number nor {@code new}
	 */
	public static long of(long fixed) {
		String value = System.getProperty(PROPERTY, "");
		if (value.isEmpty()) {
			return fixed;
		}
		if (!value.equals("new")) {
			return parse(value);
		}
		long seed = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
		String test = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getName();
		System.out.println("Seed of " + test + ": -D" + PROPERTY + "=" + seed);
		return seed;
	}

	/**
	 * How many random steps a test takes.
	 * @param fixed the number in a build, where the steps are the same each time
	 * @param random the number with any other seed
	 * @return the number
	 */
	public static int steps(int fixed, int random) {
		return System.getProperty(PROPERTY, "").isEmpty() ? fixed : random;
	}

	private static long parse(String value) {
		try {
			return Long.parseLong(value);
		}
		catch (NumberFormatException ex) {
			throw new IllegalStateException(PROPERTY + " has to be a number or 'new', not '" + value + "'", ex);
		}
	}

}
