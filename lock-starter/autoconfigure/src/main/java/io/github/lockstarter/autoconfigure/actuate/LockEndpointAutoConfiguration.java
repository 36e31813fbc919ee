package io.github.lockstarter.autoconfigure.actuate;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import io.github.lockstarter.actuate.DistributedLocksEndpoint;
import io.github.lockstarter.actuate.DistributedLocksEndpointJmxExtension;
import io.github.lockstarter.actuate.DistributedLocksEndpointWebExtension;
import io.github.lockstarter.actuate.LiveLocks;
import io.github.lockstarter.autoconfigure.ApplicationLocks;
import io.github.lockstarter.autoconfigure.InstanceLabel;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;

/**
 * Auto-configuration for the {@code distributedlocks} endpoint, if it is exposed.
 */
@AutoConfiguration(after = LockAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnBean({ ApplicationLocks.class, LockStore.class })
@ConditionalOnAvailableEndpoint(DistributedLocksEndpoint.class)
public final class LockEndpointAutoConfiguration {

	@Bean
	LiveLocks distributedLockStarterLiveLocks(LockClock clock) {
		return new LiveLocks(clock);
	}

	@Bean
	@ConditionalOnMissingBean
	DistributedLocksEndpoint distributedLockStarterEndpoint(ApplicationLocks locks, LockStore store, LiveLocks live,
			Environment environment, ObjectProvider<LeaderElection> election) {
		return new DistributedLocksEndpoint(locks.template(), store, live, InstanceLabel.of(environment), () -> {
			LeaderElection known = election.getIfAvailable();
			return (known != null) ? known.leaderships() : List.of();
		});
	}

	@Bean
	@ConditionalOnMissingBean
	DistributedLocksEndpointWebExtension distributedLockStarterEndpointWebExtension(DistributedLocksEndpoint endpoint) {
		return new DistributedLocksEndpointWebExtension(endpoint);
	}

	@Bean
	@ConditionalOnMissingBean
	DistributedLocksEndpointJmxExtension distributedLockStarterEndpointJmxExtension(DistributedLocksEndpoint endpoint) {
		return new DistributedLocksEndpointJmxExtension(endpoint);
	}

}
