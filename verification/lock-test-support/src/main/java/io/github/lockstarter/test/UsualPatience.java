package io.github.lockstarter.test;

import java.time.Duration;

import org.awaitility.Awaitility;

/**
 * For how long tests wait for what must happen, where they do not say it: long enough for
 * a machine that runs several of them on few processors.
 */
public final class UsualPatience {

	private UsualPatience() {
	}

	/**
	 * Sets it, and takes back what a test has set for itself.
	 */
	public static void restore() {
		Awaitility.reset();
		Awaitility.setDefaultTimeout(Duration.ofSeconds(120));
		// what a thread of the test before throws late is no failure of this one
		Awaitility.doNotCatchUncaughtExceptionsByDefault();
	}

}
