package io.github.lockstarter.store;

/**
 * The two clocks of this JVM, injected so that tests can set them.
 */
@FunctionalInterface
public interface LockClock {

	Moment now();

	// Nanoseconds, comparable by subtraction only.
	default long nanoTime() {
		return now().nanos();
	}

}
