package io.github.lockstarter.zookeeper.autoconfigure;

import java.time.Duration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.ConditionalOnLockStore;
import io.github.lockstarter.autoconfigure.InstanceLabel;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.zookeeper.ZooKeeperDirectory;

/**
 * Auto-configuration of the store in ZooKeeper. Backs off from the application's own
 * {@link LockStore} and {@link LockOperations}.
 */
@AutoConfiguration(before = LockAutoConfiguration.class)
@ConditionalOnLockStore("zookeeper")
@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
@EnableConfigurationProperties({ ZooKeeperLockProperties.class, LockProperties.class })
public final class ZooKeeperLockAutoConfiguration {

	// Defaults to the longest lease that the session allows.
	@Bean
	@ConditionalOnMissingBean
	LockSettings distributedLockStarterZooKeeperSettings(LockProperties properties, ZooKeeperLockProperties zooKeeper,
			Environment environment) {
		Duration session = zooKeeper.settings().sessionTimeout();
		Duration longest = SessionLease.longest(session);
		if (!Binder.get(environment).bind("distributed-lock.lease-time", String.class).isBound()) {
			properties.setLeaseTime(longest);
		}
		LockSettings settings = LockSettings.of(properties, false);
		if (settings.leaseTime().compareTo(longest) > 0) {
			throw LockStartException.ofProperty("lease-time", DurationText.of(settings.leaseTime()),
					"must be at most " + DurationText.of(longest)
							+ ", two thirds of distributed-lock.zookeeper.session-timeout (" + DurationText.of(session)
							+ ")");
		}
		return settings;
	}

	@Bean
	SessionLockStore distributedLockStarterZooKeeperStore(LockProperties properties, ZooKeeperLockProperties zooKeeper,
			LockSettings settings, LockRuntime runtime, Environment environment) {
		ZooKeeperDirectory directory = new ZooKeeperDirectory(zooKeeper.settings(), properties.getKeyPrefix(),
				InstanceLabel.of(environment), runtime.clock());
		return new SessionLockStore(directory, settings, zooKeeper.getTokenOffset(), runtime);
	}

}
