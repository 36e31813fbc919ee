package io.github.lockstarter.core;

import java.util.Arrays;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The parts of a start or stop, none of which keeps the others from being done.
 */
final class LifecycleSteps {

	private static final Log logger = LogFactory.getLog(LifecycleSteps.class);

	private LifecycleSteps() {
	}

	static void run(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			log(() -> logger.warn("A part of the start or stop of the locks failed, the rest goes on", ex));
		}
	}

	/**
	 * Writes to the log, which may be what is broken: that ends nothing.
	 */
	static void log(Runnable line) {
		try {
			line.run();
		}
		catch (Throwable ex) {
			// there is nobody left to tell
		}
	}

	/**
	 * Whether a thread ends the JVM. It waits for the shutdown hooks, one of which stops
	 * the application, and never comes back to its work.
	 * @param owner whoever holds a lock
	 */
	static boolean endsTheJvm(Object owner) {
		return owner instanceof Thread thread && Arrays.stream(thread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals("java.lang.Shutdown")
					&& frame.getMethodName().equals("exit"));
	}

	/**
	 * Whether the thread that acquired a lock has ended: only then it is nowhere.
	 * @param owner the owner of a hold
	 */
	static boolean hasEnded(Object owner) {
		return owner instanceof Thread thread && thread.getStackTrace().length == 0;
	}

	/**
	 * Puts the interrupt flag aside: a client of the store is neither made nor closed on
	 * an interrupted thread.
	 */
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
