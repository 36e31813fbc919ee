package io.github.lockstarter.autoconfigure.integration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.locks.LockRegistry;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.integration.LeaseLockRegistry;

/**
 * Auto-configuration for a Spring Integration {@link LockRegistry} on
 * {@link LockOperations}. Backs off from the application's own {@link LockRegistry}.
 */
@AutoConfiguration(after = LockAutoConfiguration.class)
@ConditionalOnClass(LockRegistry.class)
public final class LockIntegrationAutoConfiguration {

	@Bean
	@ConditionalOnBean(LockOperations.class)
	@ConditionalOnMissingBean(LockRegistry.class)
	LeaseLockRegistry distributedLockStarterLockRegistry(LockOperations operations) {
		return new LeaseLockRegistry(operations);
	}

}
