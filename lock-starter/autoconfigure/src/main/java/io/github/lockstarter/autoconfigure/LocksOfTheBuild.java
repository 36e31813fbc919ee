package io.github.lockstarter.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Warns if locks are disabled at startup, but were enabled at build time.
 */
final class LocksOfTheBuild implements EnvironmentAware {

	private static final Logger logger = LoggerFactory.getLogger(LocksOfTheBuild.class);

	@Override
	public void setEnvironment(Environment environment) {
		if (LocksTurnedOff.in(environment)) {
			logger.warn("distributed-lock.enabled=false has no effect: the locks were enabled when this application "
					+ "was built, and annotated methods are locked. Set the property for the build");
		}
	}

}
