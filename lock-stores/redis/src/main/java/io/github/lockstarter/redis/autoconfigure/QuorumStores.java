package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumSettings;
import io.github.lockstarter.redis.QuorumMaster;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.DurationText;

/**
 * Creates the store of a quorum: logins of the addresses, options of the application.
 */
final class QuorumStores {

	private final String keyPrefix;

	private final RedisLockProperties properties;

	private final LockSettings settings;

	private final LockRuntime runtime;

	private final String label;

	private final RedisLogins logins;

	QuorumStores(String keyPrefix, RedisLockProperties properties, LockSettings settings, LockRuntime runtime,
			String label, RedisLogins logins) {
		this.keyPrefix = keyPrefix;
		this.properties = properties;
		this.settings = settings;
		this.runtime = runtime;
		this.label = label;
		this.logins = logins;
	}

	QuorumLockStore create(@Nullable LettuceConnectionFactory application) {
		Duration delay = restartDelay();
		List<LettuceConnectionFactory> factories = QuorumAddresses.read(this.properties.getQuorum().getNodes())
			.stream()
			.map((address) -> factory(address, application))
			.toList();
		List<QuorumMaster> nodes = RedisClients
			.askedTogether(factories, this.settings.commandTimeout(),
					(factory) -> this.logins.ofMaster(factory, factories.indexOf(factory)))
			.stream()
			.map((clients) -> new QuorumMaster(clients, this.settings, this.keyPrefix, this.label, this.runtime))
			.toList();
		return new QuorumLockStore(nodes, new QuorumSettings(this.settings.commandTimeout(), this.settings.leaseTime(),
				delay, this.settings.startTimeout()), LockRuntime::drawClientId, this.runtime);
	}

	private Duration restartDelay() {
		Duration lease = this.settings.leaseTime();
		Duration delay = this.properties.getRestartDelay();
		if (delay == null) {
			return lease;
		}
		if (!delay.isZero() && delay.compareTo(lease) < 0) {
			throw LockStartException.ofProperty("redis.restart-delay", DurationText.of(delay),
					"must be at least " + DurationText.of(lease) + ", the lease time, or 0 where masters never forget");
		}
		return delay;
	}

	private static LettuceConnectionFactory factory(RedisURI address, @Nullable LettuceConnectionFactory application) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(address.getHost(), address.getPort());
		server.setDatabase(address.getDatabase());
		RedisCredentials credentials = address.getCredentialsProvider().resolveCredentials().block();
		if (credentials != null && credentials.hasUsername()) {
			server.setUsername(credentials.getUsername());
		}
		if (credentials != null && credentials.hasPassword()) {
			server.setPassword(RedisPassword.of(credentials.getPassword()));
		}
		return new LettuceConnectionFactory(server, client(address, application));
	}

	private static LettuceClientConfiguration client(RedisURI address, @Nullable LettuceConnectionFactory application) {
		LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder();
		LettuceClientConfiguration same = (application != null) ? application.getClientConfiguration() : null;
		if (same != null) {
			same.getClientOptions().ifPresent(builder::clientOptions);
			same.getClientResources().ifPresent(builder::clientResources);
			same.getClientName().ifPresent(builder::clientName);
		}
		if (address.isSsl()) {
			SslVerifyMode verify = (same != null && same.isUseSsl()) ? same.getVerifyMode() : address.getVerifyMode();
			builder.useSsl().verifyPeer(verify);
		}
		return builder.build();
	}

}
