package io.github.lockstarter.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.event.LossPublisher;
import io.github.lockstarter.metrics.NameLimit;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * Auto-configuration for {@link LockOperations} on the chosen store
 * ({@link ConditionalOnLockStore}) or on a {@link LockStore} bean of the application.
 * Backs off from the application's own {@link LockOperations}, {@link LockStore},
 * {@link LockClock} and {@link LockRuntime}.
 */
@AutoConfiguration
@Conditional(LocksTurnedOff.Not.class)
@Import({ ModuleVersions.Check.class, StoreChoiceCheck.class })
@EnableConfigurationProperties({ LockProperties.class, ObservabilityProperties.class })
public final class LockAutoConfiguration {

	@Bean
	static LocksOfTheBuild distributedLockStarterLocksOfTheBuild() {
		return new LocksOfTheBuild();
	}

	@Bean
	static HashedNames distributedLockStarterHashedNames(Environment environment) {
		return new HashedNames(environment);
	}

	@Bean
	@ConditionalOnMissingBean
	LockClock distributedLockStarterClock() {
		return new SystemLockClock();
	}

	@Bean
	@ConditionalOnMissingBean
	LockRuntime distributedLockStarterRuntime(LockClock clock) {
		return new ThreadRuntime(clock);
	}

	@Bean
	@ConditionalOnMissingBean
	LockSettings distributedLockStarterSettings(LockProperties properties) {
		ShortDurations.warn(properties);
		return LockSettings.of(properties, false);
	}

	@Bean
	@ConditionalOnMissingBean
	NameLimit distributedLockStarterNames(ObservabilityProperties properties) {
		int most = properties.getMetrics().getMaxNames();
		if (most < 1) {
			throw LockStartException.ofProperty("metrics.max-names", most, "must be at least 1");
		}
		return new NameLimit(most);
	}

	@Bean
	@ConditionalOnBean(LockStore.class)
	@ConditionalOnMissingBean(LockOperations.class)
	ApplicationLocks distributedLockStarterLocks(LockStore store, LockSettings settings, LockRuntime runtime,
			ObjectProvider<LockObserver> observers, ObjectProvider<ReleaseDeferral> deferral) {
		return new ApplicationLocks(new LockTemplate(store, settings, runtime, observers.orderedStream().toList(),
				deferral.getIfUnique(() -> ReleaseDeferral.NONE)));
	}

	// stopped with ApplicationLocks, on which the other templates depend, too
	@Bean(destroyMethod = "")
	@ConditionalOnBean(ApplicationLocks.class)
	LockTemplate distributedLockStarterTemplate(ApplicationLocks locks) {
		return locks.template();
	}

	// the application's own template is stopped with its bean, on which its users depend
	@Bean(destroyMethod = "")
	@ConditionalOnBean(LockTemplate.class)
	@ConditionalOnMissingBean
	ApplicationLocks distributedLockStarterLocksOfTemplate(LockTemplate template) {
		return new ApplicationLocks(template);
	}

	// current context only: a child context uses its parent's engine, and may end earlier
	@Bean
	@ConditionalOnBean(value = ApplicationLocks.class, search = SearchStrategy.CURRENT)
	LockLifecycle distributedLockStarterLifecycle(ApplicationLocks locks, LockStore store, LockSettings settings,
			LockProperties properties, Environment environment, ConfigurableApplicationContext context) {
		return new LockLifecycle(locks.template(),
				new StartLine(store, settings, properties.getKeyPrefix(), InstanceLabel.of(environment)), context);
	}

	@Bean
	@ConditionalOnMissingBean
	LossPublisher distributedLockStarterLossPublisher(ApplicationEventPublisher publisher) {
		return new LossPublisher(publisher);
	}

}
