package io.github.lockstarter.autoconfigure.health;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.actuate.StoreHealth;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.ObservabilityProperties;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.store.LockStore;

/**
 * Auto-configuration for the shared part of the health indicators.
 */
@AutoConfiguration(after = LockAutoConfiguration.class)
@ConditionalOnBean({ LockStore.class, LockTemplate.class })
public final class StoreHealthAutoConfiguration {

	@Bean
	StoreHealth distributedLockStarterStoreHealth(LockStore store, ObservabilityProperties properties,
			ObjectProvider<LeaderElection> election) {
		return new StoreHealth(store, properties.getHealth().isDownOnOutage(), () -> {
			LeaderElection known = election.getIfAvailable();
			return (known != null) ? known.leaderships() : List.of();
		});
	}

}
