package io.github.lockstarter.autoconfigure.observation;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.metrics.NameLimit;
import io.github.lockstarter.observation.LockAcquireObservationConvention;
import io.github.lockstarter.observation.LockConventions;
import io.github.lockstarter.observation.LockHoldObservationConvention;
import io.github.lockstarter.observation.LockObservations;
import io.github.lockstarter.store.LockStore;

/**
 * Auto-configuration for the observations of the locks, if there is a tracer. Without one
 * they would repeat the meters at ten times the cost.
 */
@AutoConfiguration(after = LockAutoConfiguration.class,
		afterName = { "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration" })
@ConditionalOnClass(name = { "io.micrometer.tracing.Tracer", "io.micrometer.observation.ObservationRegistry" })
@ConditionalOnBean({ ObservationRegistry.class, LockTemplate.class, LockStore.class })
@ConditionalOnProperty(name = "distributed-lock.observations.enabled", matchIfMissing = true)
public final class LockObservationAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockObservations distributedLockStarterObservations(ObjectProvider<ObservationRegistry> registry, NameLimit names,
			LockStore store, ObjectProvider<LockAcquireObservationConvention> acquire,
			ObjectProvider<LockHoldObservationConvention> hold) {
		return new LockObservations(SingletonSupplier.of(registry::getObject)::obtain, names::tag,
				String.valueOf(store.kind()), SingletonSupplier
					.of(() -> new LockConventions(acquire.getIfAvailable(), hold.getIfAvailable()))::obtain);
	}

}
