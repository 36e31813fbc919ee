package io.github.lockstarter.test;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Gives all tests the {@link UsualPatience}. Found by JUnit.
 */
public final class TestPatience implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		UsualPatience.restore();
	}

}
