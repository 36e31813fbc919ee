package io.github.lockstarter.autoconfigure.boot3;

import java.util.Map;
import java.util.concurrent.Callable;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health of the locks, for Spring Boot 3.5. It uses no class of
 * the starter, because it is compiled before the starter and becomes part of its jar.
 */
@AutoConfiguration(afterName = "io.github.lockstarter.autoconfigure.health.StoreHealthAutoConfiguration")
@ConditionalOnClass(name = { "org.springframework.boot.actuate.health.HealthIndicator",
		"org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator" })
@ConditionalOnBean(name = "distributedLockStarterStoreHealth")
@ConditionalOnEnabledHealthIndicator("distributedlocks")
public final class LockHealthBoot3AutoConfiguration {

	// The bean name without its suffix is the name of the health component.
	@Bean("distributedLocksHealthIndicator")
	@ConditionalOnMissingBean(name = "distributedLocksHealthIndicator")
	HealthIndicator distributedLockStarterHealthIndicator(
			@Qualifier("distributedLockStarterStoreHealth") Callable<Map<String, Object>> health) {
		return new LockHealthBoot3Indicator(health);
	}

}
