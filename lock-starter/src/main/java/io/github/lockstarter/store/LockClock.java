package io.github.lockstarter.store;

/**
 * The two clocks of this JVM, injected so that tests can set them.
 */
@FunctionalInterface
public interface LockClock {

	/**
	 * Reads both clocks.
	 * @return this moment
	 */
	Moment now();

	/**
	 * Reads the monotonic clock.
	 * @return nanoseconds, comparable by subtraction only
	 */
	default long nanoTime() {
		return now().nanos();
	}

}
