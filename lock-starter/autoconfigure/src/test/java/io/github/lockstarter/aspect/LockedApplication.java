package io.github.lockstarter.aspect;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;

/**
 * A small Spring Boot application with locked methods, over recorded locks.
 */
public final class LockedApplication {

	private LockedApplication() {
	}

	/**
	 * The application with everything but something to lock with.
	 */
	public static ApplicationContextRunner withoutLocks(Class<?>... beans) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class,
					PropertyPlaceholderAutoConfiguration.class, LockAspectAutoConfiguration.class))
			.withUserConfiguration(beans);
	}

	public static ApplicationContextRunner with(Class<?>... beans) {
		return withoutLocks(beans).withBean(RecordingLockOperations.class);
	}

}
