package io.github.lockstarter.test;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * For how long tests wait for what must happen, where they do not say it: long enough for
 * a machine that runs several of them on few processors. Found by JUnit.
 */
public final class TestPatience implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		Awaitility.setDefaultTimeout(Duration.ofSeconds(120));
		// what a thread of the test before throws late is no failure of this one
		Awaitility.doNotCatchUncaughtExceptionsByDefault();
	}

}
