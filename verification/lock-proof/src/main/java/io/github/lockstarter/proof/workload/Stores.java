package io.github.lockstarter.proof.workload;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.consul.ConsulDirectory;
import io.github.lockstarter.consul.ConsulSettings;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.etcd.EtcdDirectory;
import io.github.lockstarter.etcd.EtcdSettings;
import io.github.lockstarter.jdbc.DriverConnections;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.jdbc.JdbcSettings;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.proof.fault.DatabaseServer;
import io.github.lockstarter.proof.fault.Rights;
import io.github.lockstarter.proof.fault.WatchedServers;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumSettings;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.QuorumMaster;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.RedisSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.Sha256;
import io.github.lockstarter.zookeeper.ZooKeeperDirectory;
import io.github.lockstarter.zookeeper.ZooKeeperSettings;

/**
 * Makes the store of a client, as its arguments say.
 *
 * @param store the store, not started
 * @param lock the lock that the key of a message is of
 * @param cutoff the server's time, as the store sends it, for a lock and a moment of this
 * JVM; zero where there is no one server
 */
record Stores(LockStore store, UnaryOperator<String> lock, ToLongBiFunction<String, Long> cutoff) {

	static final String KEY_PREFIX = "lock";

	private static final String HOST = "127.0.0.1";

	static Stores open(ClientArguments arguments, LockSettings settings, LockClock clock) {
		List<Integer> ports = Arrays.stream(arguments.text(Name.PORT).split(",")).map(Integer::valueOf).toList();
		Servers servers = arguments.choice(Name.SERVERS, Servers.class);
		if (servers.isQuorum()) {
			return new Stores(quorum(ports, settings, clock), Stores::lockOfKey, (name, notAfter) -> 0);
		}
		if (servers.isDatabase()) {
			JdbcLockStore store = database(arguments, ports.get(0), settings, clock);
			Map<String, String> rows = Names.all(arguments.number(Name.LOCKS))
				.stream()
				.collect(Collectors.toMap((name) -> Sha256.of(KEY_PREFIX, name), (name) -> name));
			return new Stores(store, (row) -> rows.getOrDefault(row, row), store::cutoff);
		}
		if (servers.keepsSessions()) {
			return new Stores(ofSessions(arguments, servers, ports, settings, clock), (name) -> name,
					(name, notAfter) -> 0);
		}
		LettuceLockStore store = new LettuceLockStore(clients(configuration(arguments, servers, ports), settings),
				settings, redisSettings(servers, settings), KEY_PREFIX, "proof", clock);
		return new Stores(store, Stores::lockOfKey, store::cutoff);
	}

	private static String lockOfKey(String key) {
		return key.substring(KEY_PREFIX.length() + 1);
	}

	/**
	 * Where the database is, through a proxy.
	 */
	static String url(int port) {
		return "jdbc:postgresql://" + HOST + ":" + port + "/postgres";
	}

	private static JdbcLockStore database(ClientArguments arguments, int port, LockSettings settings, LockClock clock) {
		return new JdbcLockStore(new DriverConnections(url(port), arguments.text(Name.USER), DatabaseServer.PASSWORD),
				new JdbcSettings("distributed_lock", SchemaMode.NEVER, 2, Duration.ofMillis(20)), settings, KEY_PREFIX,
				arguments.text(Name.CLIENT), new ThreadRuntime(clock));
	}

	private static LockStore ofSessions(ClientArguments arguments, Servers servers, List<Integer> ports,
			LockSettings settings, LockClock clock) {
		List<String> all = ports.stream().map((port) -> HOST + ":" + port).toList();
		Duration session = Duration.ofMillis(Servers.sessionMillis(servers.timing(arguments.text(Name.USER))));
		String label = arguments.text(Name.CLIENT);
		Directory directory = switch (servers) {
			case ETCD -> new EtcdDirectory(new EtcdSettings(all, session), KEY_PREFIX, label, clock);
			case CONSUL -> new ConsulDirectory(new ConsulSettings(all, session), KEY_PREFIX, label, clock);
			default ->
				new ZooKeeperDirectory(new ZooKeeperSettings(String.join(",", all), session), KEY_PREFIX, label, clock);
		};
		return new SessionLockStore(directory, settings, 0, new ThreadRuntime(clock));
	}

	private static LockStore quorum(List<Integer> ports, LockSettings settings, LockClock clock) {
		List<LettuceConnectionFactory> factories = ports.stream()
			.map((port) -> factory(new RedisStandaloneConfiguration(HOST, port)))
			.toList();
		List<QuorumMaster> masters = RedisClients.askedTogether(factories, settings.commandTimeout())
			.stream()
			.map((clients) -> new QuorumMaster(clients, settings, KEY_PREFIX, "proof", clock))
			.toList();
		return new QuorumLockStore(masters, new QuorumSettings(settings.commandTimeout(), settings.leaseTime(),
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
		return new RedisClients(factory(configuration), settings.commandTimeout());
	}

	private static LettuceConnectionFactory factory(RedisConfiguration configuration) {
		return new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration());
	}

	private static RedisSettings redisSettings(Servers servers, LockSettings settings) {
		return switch (servers) {
			case DELAYED -> new RedisSettings(settings.leaseTime(), 0, Duration.ofMillis(1));
			case CONFIRMED -> new RedisSettings(Duration.ZERO, 1, settings.commandTimeout().dividedBy(2));
			default -> RedisSettings.DEFAULTS;
		};
	}

}
