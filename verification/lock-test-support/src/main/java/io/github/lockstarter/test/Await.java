package io.github.lockstarter.test;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for what a server of another process has come to, which sends no signal.
 */
final class Await {

	private static final Duration INTERVAL = Duration.ofMillis(10);

	private Await() {
	}

	static void until(String what, Duration timeout, BooleanSupplier condition) {
		long deadline = System.nanoTime() + timeout.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() > deadline) {
				throw new IllegalStateException("Waited " + timeout + " in vain for " + what);
			}
			LockSupport.parkNanos(INTERVAL.toNanos());
		}
	}

}
