package io.github.lockstarter.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.redis.autoconfigure.LockApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that have beans of other lock libraries, or of their own, whose names are
 * near at hand.
 */
class BeanNamesTests {

	private static final List<String> NAMES = List.of("lockTemplate", "lockStore", "lockClock", "lockSettings",
			"lockLifecycle", "lockKeyResolver", "lockApplicationTasks", "lockInterceptor", "lockAdvisor",
			"lockProperties", "asyncLockTemplate", "reactiveLockTemplate", "lockedBeanPostProcessor", "distributedLock",
			"distributedLockTemplate", "distributedLockInterceptor", "distributedLockAdvisor", "distributedLockAspect",
			"distributedLockKeyResolver", "distributedLockProperties", "distributedLockConfiguration");

	@Test
	void namesAreFreeForTheApplication() {
		ApplicationContextRunner application = application();
		for (String name : NAMES) {
			application = application.withBean(name, String.class, () -> "the application's own " + name);
		}
		application.run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(LockOperations.class)
				.hasSingleBean(AsyncLockOperations.class)
				.hasSingleBean(ReactiveLockOperations.class);
			assertThat(NAMES)
				.allSatisfy((name) -> assertThat(context.getBean(name)).isEqualTo("the application's own " + name));
		});
	}

	private static ApplicationContextRunner application() {
		return LockApplication.withoutRedis()
			.withConfiguration(
					AutoConfigurations.of(LockAsyncAutoConfiguration.class, LockReactiveAutoConfiguration.class))
			.withBean(Users.class);
	}

	static class Users {

		@DistributedLocked
		void register() {
		}

	}

}
