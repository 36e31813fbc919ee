package io.github.lockstarter.etcd.autoconfigure;

import java.time.Duration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.ConditionalOnLockStore;
import io.github.lockstarter.autoconfigure.CurrentCredentials;
import io.github.lockstarter.autoconfigure.InstanceLabel;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.etcd.EtcdDirectory;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.DurationText;

/**
 * Auto-configuration of the store in etcd. Backs off from the application's own
 * {@link LockStore} and {@link LockOperations}.
 */
@AutoConfiguration(before = LockAutoConfiguration.class)
@ConditionalOnLockStore("etcd")
@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
@EnableConfigurationProperties({ EtcdLockProperties.class, LockProperties.class })
public final class EtcdLockAutoConfiguration {

	// Defaults to the longest lease that the session allows.
	@Bean
	@ConditionalOnMissingBean
	LockSettings distributedLockStarterEtcdSettings(LockProperties properties, EtcdLockProperties etcd,
			Environment environment) {
		Duration session = etcd.settings(null).sessionTtl();
		Duration longest = SessionLease.longest(session);
		if (!Binder.get(environment).bind("distributed-lock.lease-time", String.class).isBound()) {
			properties.setLeaseTime(longest);
		}
		LockSettings settings = LockSettings.of(properties, false);
		if (settings.leaseTime().compareTo(longest) > 0) {
			throw LockStartException.ofProperty("lease-time", DurationText.of(settings.leaseTime()),
					"must be at most " + DurationText.of(longest)
							+ ", two thirds of distributed-lock.etcd.session-ttl (" + DurationText.of(session) + ")");
		}
		return settings;
	}

	@Bean
	SessionLockStore distributedLockStarterEtcdStore(LockProperties properties, EtcdLockProperties etcd,
			LockSettings settings, LockRuntime runtime, Environment environment, ObjectProvider<SslBundles> bundles) {
		EtcdDirectory directory = new EtcdDirectory(etcd.settings(bundles.getIfAvailable()),
				CurrentCredentials.ofProperties(() -> new Credentials(etcd.getUsername(), etcd.getPassword()),
						environment, "distributed-lock.etcd"),
				properties.getKeyPrefix(), InstanceLabel.of(environment), runtime.clock());
		return new SessionLockStore(directory, settings, etcd.getTokenOffset(), runtime);
	}

}
