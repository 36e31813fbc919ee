package io.github.lockstarter.consul.autoconfigure;

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
import io.github.lockstarter.consul.ConsulDirectory;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.DurationText;

/**
 * Auto-configuration of the store in Consul. Backs off from the application's own
 * {@link LockStore} and {@link LockOperations}.
 */
@AutoConfiguration(before = LockAutoConfiguration.class)
@ConditionalOnLockStore("consul")
@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
@EnableConfigurationProperties({ ConsulLockProperties.class, LockProperties.class })
public final class ConsulLockAutoConfiguration {

	// Defaults to the longest lease that the session allows.
	@Bean
	@ConditionalOnMissingBean
	LockSettings distributedLockStarterConsulSettings(LockProperties properties, ConsulLockProperties consul,
			Environment environment) {
		Duration session = consul.settings(null).sessionTtl();
		Duration longest = SessionLease.longest(session);
		if (!Binder.get(environment).bind("distributed-lock.lease-time", String.class).isBound()) {
			properties.setLeaseTime(longest);
		}
		LockSettings settings = LockSettings.of(properties, false);
		if (settings.leaseTime().compareTo(longest) > 0) {
			throw LockStartException.ofProperty("lease-time", DurationText.of(settings.leaseTime()),
					"must be at most " + DurationText.of(longest)
							+ ", two thirds of distributed-lock.consul.session-ttl (" + DurationText.of(session) + ")");
		}
		return settings;
	}

	@Bean
	SessionLockStore distributedLockStarterConsulStore(LockProperties properties, ConsulLockProperties consul,
			LockSettings settings, LockRuntime runtime, Environment environment, ObjectProvider<SslBundles> bundles) {
		// The bound property keeps the token of the start, the environment has the
		// current
		// one.
		CurrentCredentials token = CurrentCredentials.of(() -> new Credentials(null, consul.getToken()))
			.orElse(() -> new Credentials(null,
					Binder.get(environment).bind("distributed-lock.consul.token", String.class).orElse(null)));
		ConsulDirectory directory = new ConsulDirectory(consul.settings(bundles.getIfAvailable()),
				() -> token.get().password(), properties.getKeyPrefix(), InstanceLabel.of(environment),
				runtime.clock());
		return new SessionLockStore(directory, settings, consul.getTokenOffset(), runtime);
	}

}
