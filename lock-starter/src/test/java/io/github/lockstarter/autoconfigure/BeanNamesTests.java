package io.github.lockstarter.autoconfigure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that have beans of other lock libraries, or of their own, whose names are
 * near at hand.
 */
class BeanNamesTests {

	@ParameterizedTest
	@ValueSource(strings = { "lockTemplate", "lockStore", "lockClock", "lockSettings", "lockLifecycle",
			"lockKeyResolver", "lockApplicationTasks", "lockInterceptor", "lockAdvisor", "lockProperties",
			"asyncLockTemplate", "reactiveLockTemplate", "lockedBeanPostProcessor", "distributedLock",
			"distributedLockTemplate", "distributedLockInterceptor", "distributedLockAdvisor", "distributedLockAspect",
			"distributedLockKeyResolver", "distributedLockProperties", "distributedLockConfiguration" })
	void nameIsFreeForTheApplication(String name) {
		application().withBean(name, String.class, () -> "the application's own").run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(LockOperations.class)
				.hasSingleBean(AsyncLockOperations.class)
				.hasSingleBean(ReactiveLockOperations.class);
			assertThat(context.getBean(name)).isEqualTo("the application's own");
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
