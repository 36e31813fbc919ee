package io.github.lockstarter.proof.workload;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongBiFunction;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.proof.fault.Rights;
import io.github.lockstarter.proof.fault.WatchedServers;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumTerms;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.QuorumMaster;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.RedisSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;

/**
 * Makes the store of a client, as its arguments say.
 *
 * @param store the store, not started
 * @param cutoff the server's time, as the store sends it, for a lock and a moment of this
 * JVM; zero where there is no one server
 */
record Stores(LockStore store, ToLongBiFunction<String, Long> cutoff) {

	static final String KEY_PREFIX = "lock";

	private static final String HOST = "127.0.0.1";

	static Stores open(ClientArguments arguments, LockSettings settings, LockClock clock) {
		List<Integer> ports = Arrays.stream(arguments.text(Name.PORT).split(",")).map(Integer::valueOf).toList();
		Servers servers = arguments.choice(Name.SERVERS, Servers.class);
		if (servers.isQuorum()) {
			return new Stores(quorum(ports, settings, clock), (name, notAfter) -> 0);
		}
		LettuceLockStore store = new LettuceLockStore(clients(configuration(arguments, servers, ports), settings),
				settings, redisSettings(servers, settings), KEY_PREFIX, "proof", clock);
		return new Stores(store, store::cutoff);
	}

	private static LockStore quorum(List<Integer> ports, LockSettings settings, LockClock clock) {
		List<QuorumMaster> masters = ports.stream()
			.map((port) -> clients(new RedisStandaloneConfiguration(HOST, port), settings))
			.map((clients) -> new QuorumMaster(clients, settings, KEY_PREFIX, "proof", clock))
			.toList();
		return new QuorumLockStore(masters, new QuorumTerms(settings.commandTimeout(), settings.leaseTime(),
				settings.leaseTime(), settings.startTimeout()), LockRuntime::drawClientId, clock);
	}

	private static RedisConfiguration configuration(ClientArguments arguments, Servers servers, List<Integer> ports) {
		if (servers == Servers.SENTINEL) {
			RedisSentinelConfiguration watched = new RedisSentinelConfiguration().master(WatchedServers.NAME);
			ports.forEach((port) -> watched.sentinel(HOST, port));
			watched.setUsername(arguments.text(Name.USER));
			watched.setPassword(Rights.PASSWORD);
			return watched;
		}
		if (servers.isCluster()) {
			RedisClusterConfiguration cluster = new RedisClusterConfiguration();
			ports.forEach((port) -> cluster.clusterNode(HOST, port));
			return cluster;
		}
		RedisStandaloneConfiguration one = new RedisStandaloneConfiguration(HOST, ports.get(0));
		one.setUsername(arguments.text(Name.USER));
		one.setPassword(Rights.PASSWORD);
		return one;
	}

	private static RedisClients clients(RedisConfiguration configuration, LockSettings settings) {
		LettuceClientConfiguration client = LettuceClientConfiguration.defaultConfiguration();
		return new RedisClients(new LettuceConnectionFactory(configuration, client), settings.commandTimeout());
	}

	private static RedisSettings redisSettings(Servers servers, LockSettings settings) {
		return switch (servers) {
			case ONE, UNHURRIED, QUORUM, ROLLING, CLUSTER, SENTINEL -> RedisSettings.DEFAULTS;
			case DELAYED -> new RedisSettings(settings.leaseTime(), 0, Duration.ofMillis(1));
			case CONFIRMED -> new RedisSettings(Duration.ZERO, 1, settings.commandTimeout().dividedBy(2));
		};
	}

}
