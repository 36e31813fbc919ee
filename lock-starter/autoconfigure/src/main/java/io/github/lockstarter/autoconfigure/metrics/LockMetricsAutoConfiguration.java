package io.github.lockstarter.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.observation.LockObservationAutoConfiguration;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.metrics.LeaderMeters;
import io.github.lockstarter.metrics.LockMeters;
import io.github.lockstarter.metrics.NameLimit;
import io.github.lockstarter.observation.LockObservations;
import io.github.lockstarter.store.LockStore;

/**
 * Auto-configuration for the meters of the locks.
 */
@AutoConfiguration(after = { LockAutoConfiguration.class, LockObservationAutoConfiguration.class }, afterName = {
		"org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
		"org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration",
		"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, LockTemplate.class, LockStore.class })
@ConditionalOnProperty(name = "distributed-lock.metrics.enabled", matchIfMissing = true)
public final class LockMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockMeters distributedLockStarterMeters(NameLimit names, LockStore store,
			ObjectProvider<LockObservations> observations) {
		// in a test the store may be a mock without a kind
		boolean timed = observations.getIfAvailable() == null;
		return new LockMeters(names, String.valueOf(store.kind()), store::state, timed);
	}

	@Bean
	@ConditionalOnMissingBean
	LeaderMeters distributedLockStarterLeaderMeters(NameLimit names, LockStore store) {
		return new LeaderMeters(names, String.valueOf(store.kind()));
	}

}
