package io.github.lockstarter.autoconfigure;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two application contexts of one application, a parent and its child, both with the
 * auto-configuration: they have one engine, and it is the parent's.
 */
class ChildContextIntegrationTests {

	private static final ApplicationContextRunner APPLICATION = LockApplication.on(TestRedis.shared());

	@AutoClose
	private static SharedApplication parent;

	@BeforeAll
	static void start() {
		parent = new SharedApplication(APPLICATION);
	}

	@Test
	void childThatEndsLeavesTheLocksToItsParent() {
		APPLICATION.withParent(parent.context()).run((child) -> {
			assertThat(child.getBean(LockOperations.class)).isSameAs(parent.bean(LockOperations.class));
			assertHasLocks(child);
		});
		assertHasLocks(parent.context());
	}

	@Test
	void childThatDoesNotStartLeavesTheLocksToItsParent() {
		APPLICATION.withParent(parent.context())
			.withUserConfiguration(Broken.class)
			.run((child) -> assertThat(child).hasFailed());
		assertHasLocks(parent.context());
	}

	private static void assertHasLocks(ApplicationContext context) {
		try (Lease lease = context.getBean(LockOperations.class).acquire("parent and child")) {
			assertThat(lease.isHeld()).isTrue();
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Broken {

		@Bean
		Object broken(LockOperations locks) {
			assertThat(locks.tryAcquire("parent and child")).hasValueSatisfying(Lease::close);
			throw new IllegalStateException("does not start");
		}

	}

}
