package io.github.lockstarter.core;

import java.util.Arrays;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of a start or stop so that a failing step does not prevent the others.
 */
final class LifecycleSteps {

	private static final Logger logger = LoggerFactory.getLogger(LifecycleSteps.class);

	private LifecycleSteps() {
	}

	static void run(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			log(() -> logger.warn("A step of the start or stop of the locks failed; the other steps are still executed",
					ex));
		}
	}

	// The log itself may be broken: that must not end a start or stop.
	static void log(Runnable line) {
		try {
			line.run();
		}
		catch (Throwable ex) {
			// no other place to report it
		}
	}

	// Such a thread waits for the shutdown hooks, one of which stops the application, and
	// never returns to its work.
	static boolean endsTheJvm(Object owner) {
		return owner instanceof Thread thread && Arrays.stream(thread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals("java.lang.Shutdown")
					&& frame.getMethodName().equals("exit"));
	}

	// Only a thread that has ended has no stack.
	static boolean hasEnded(Object owner) {
		return owner instanceof Thread thread && thread.getStackTrace().length == 0;
	}

	// A client of the store can be neither created nor closed on an interrupted thread.
	static void undisturbed(Runnable action) {
		boolean interrupted = Thread.interrupted();
		try {
			action.run();
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
