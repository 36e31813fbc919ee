package io.github.lockstarter.autoconfigure.leader;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;

import io.github.lockstarter.aspect.leader.LeaderBeans;
import io.github.lockstarter.aspect.leader.LedMethods;
import io.github.lockstarter.autoconfigure.ApplicationLocks;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;
import io.github.lockstarter.event.LeaderPublisher;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeadershipObserver;
import io.github.lockstarter.leader.LockLeaderElection;

/**
 * Auto-configuration for {@link LeaderElection} on the locks of the application, and for
 * what is annotated with {@code @DistributedLeader}. Backs off from the application's own
 * {@link LeaderElection}.
 */
@AutoConfiguration(after = LockAutoConfiguration.class)
@Conditional(LocksTurnedOff.Not.class)
public final class LockLeaderAutoConfiguration {

	static final String LIFECYCLE = "distributedLockStarterLeaderLifecycle";

	@Bean
	@ConditionalOnBean(ApplicationLocks.class)
	@ConditionalOnMissingBean(LeaderElection.class)
	LockLeaderElection distributedLockStarterLeaderElection(ApplicationLocks locks,
			ObjectProvider<LeadershipObserver> observers) {
		return new LockLeaderElection(locks.template().leaders(), observers.orderedStream().toList());
	}

	// current context only: a child context uses its parent's election
	@Bean(LIFECYCLE)
	@ConditionalOnBean(value = LockLeaderElection.class, search = SearchStrategy.CURRENT)
	LeaderLifecycle distributedLockStarterLeaderLifecycle(LockLeaderElection election) {
		return new LeaderLifecycle(election);
	}

	@Bean
	@ConditionalOnMissingBean
	LeaderPublisher distributedLockStarterLeaderPublisher(ApplicationEventPublisher publisher) {
		return new LeaderPublisher(publisher);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LedMethods distributedLockStarterLedMethods() {
		return new LedMethods();
	}

	@Bean
	static LeaderBeans distributedLockStarterLeaderBeans(ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<LeaderElection> election, LedMethods methods) {
		return new LeaderBeans(beanFactory, election::getIfAvailable, methods, LIFECYCLE);
	}

}
