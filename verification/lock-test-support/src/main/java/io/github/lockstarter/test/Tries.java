package io.github.lockstarter.test;

/**
 * Repeats what a server spoils that says nothing at one certain moment: who hears nothing
 * just when its wait ends is told that nobody knows who has the lock.
 */
public final class Tries {

	private static final int MOST = 3;

	private Tries() {
	}

	/**
	 * Does something until it does not fail an assertion, three times at most.
	 * @param action what is asserted
	 * @throws Throwable what it throws
	 */
	public static void atMostThree(Action action) throws Throwable {
		for (int tried = 1;; tried++) {
			try {
				action.run();
				return;
			}
			catch (AssertionError ex) {
				if (tried == MOST) {
					throw ex;
				}
			}
		}
	}

	/**
	 * What may fail an assertion.
	 */
	@FunctionalInterface
	public interface Action {

		/**
		 * Does it.
		 * @throws Throwable what it throws
		 */
		void run() throws Throwable;

	}

}
