package io.github.lockstarter.autoconfigure.health;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.actuate.StoreHealth;

/**
 * Auto-configuration of the health of the locks, for Spring Boot 4.
 */
@AutoConfiguration(after = StoreHealthAutoConfiguration.class)
@ConditionalOnClass(name = { "org.springframework.boot.health.contributor.HealthIndicator",
		"org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator" })
@ConditionalOnBean(StoreHealth.class)
@ConditionalOnEnabledHealthIndicator("distributedlocks")
public final class LockHealthAutoConfiguration {

	// The name of the bean is that of the component, without its end.
	@Bean("distributedLocksHealthIndicator")
	@ConditionalOnMissingBean(name = "distributedLocksHealthIndicator")
	HealthIndicator distributedLockStarterHealthIndicator(StoreHealth health) {
		return new LockHealthIndicator(health);
	}

}
