package io.github.lockstarter.simulation.client;

import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumSettings;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.QuorumMaster;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.RedisSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.server.Cluster;
import io.github.lockstarter.simulation.server.Keys;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.Sentinel;
import io.github.lockstarter.simulation.server.Server;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.store.LockStore;

/**
 * Servers at the end of wires.
 */
final class WireBackend implements Backend {

	private static final String HOST = "127.0.0.1";

	private static final int SENTINEL_PORT = 26_379;

	private final Supplier<List<Redis>> masters;

	private final List<Redis> servers;

	private final Way way;

	private final boolean confirmed;

	/**
	 * Creates the backend.
	 * @param masters the servers that are masters now
	 * @param servers all servers
	 * @param way how instances find them
	 * @param confirmed whether replicas confirm each lease
	 */
	WireBackend(Supplier<List<Redis>> masters, List<Redis> servers, Way way, boolean confirmed) {
		this.masters = masters;
		this.servers = servers;
		this.way = way;
		this.confirmed = confirmed;
	}

	static Way one(Redis redis) {
		return (process, runtime, network, settings) -> {
			Wires wires = new Wires(process, (uri) -> redis, network);
			return link(wires, new RedisStandaloneConfiguration(HOST, Server.PORT), process, runtime, settings,
					RedisSettings.DEFAULTS);
		};
	}

	static Way watched(List<Redis> servers, List<Sentinel> sentinels, boolean confirmed) {
		return (process, runtime, network, settings) -> {
			Wires wires = new Wires(process, (uri) -> (uri.getPort() >= SENTINEL_PORT)
					? sentinels.get(uri.getPort() - SENTINEL_PORT) : servers.get(uri.getPort() - Server.PORT), network);
			RedisSentinelConfiguration configuration = new RedisSentinelConfiguration()
				.master(sentinels.get(0).masterName());
			for (int i = 0; i < sentinels.size(); i++) {
				configuration.sentinel(HOST, SENTINEL_PORT + i);
			}
			return link(wires, configuration, process, runtime, settings,
					confirmed ? new RedisSettings(Duration.ZERO, 1, settings.commandTimeout().dividedBy(2))
							: RedisSettings.DEFAULTS);
		};
	}

	static Way cluster(Cluster cluster) {
		return (process, runtime, network, settings) -> {
			Wires wires = new Wires(process, (uri) -> cluster.at(uri.getPort()), network);
			RedisClusterConfiguration configuration = new RedisClusterConfiguration();
			cluster.ports().forEach((port) -> configuration.clusterNode(HOST, port));
			return link(wires, configuration, process, runtime, settings, RedisSettings.DEFAULTS);
		};
	}

	private static Link link(Wires wires, RedisConfiguration configuration, Process process, LockRuntime runtime,
			LockSettings settings, RedisSettings redis) {
		LettuceLockStore store = new LettuceLockStore(clients(wires, configuration, settings), settings, redis,
				SimulatedStore.KEY_PREFIX, process.name(), runtime);
		return new Link(store, store::cutoff, wires);
	}

	static Way quorum(IntFunction<Redis> names, int count) {
		return (process, runtime, network, settings) -> {
			List<Wires> all = IntStream.range(0, count)
				.mapToObj((name) -> new Wires(process, (uri) -> names.apply(name), network))
				.toList();
			LockStore quorum = new QuorumLockStore(
					all.stream()
						.map((wires) -> clients(wires, new RedisStandaloneConfiguration(HOST, Server.PORT), settings))
						.map((one) -> new QuorumMaster(one, settings, SimulatedStore.KEY_PREFIX, process.name(),
								runtime))
						.toList(),
					new QuorumSettings(settings.commandTimeout(), settings.leaseTime(), settings.leaseTime()),
					LockRuntime::drawClientId, runtime);
			return new Link(quorum, (lock, notAfter) -> 0, Connections.ofOne(process.world().chance(), all));
		};
	}

	private static RedisClients clients(Wires wires, RedisConfiguration configuration, LockSettings settings) {
		return new RedisClients(
				new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration()),
				settings.commandTimeout(), () -> wires);
	}

	private Redis master(int which) {
		return this.masters.get().get(which);
	}

	@Override
	public int masters() {
		return this.masters.get().size();
	}

	@Override
	public Process process(int master) {
		return master(master).process();
	}

	@Override
	public long restart(int master) {
		master(master).restart();
		return 0;
	}

	@Override
	public void flushScripts(int master) {
		master(master).flushScripts();
	}

	@Override
	public Memory memory(int master) {
		return master(master)::full;
	}

	@Override
	public Keys keys(int master) {
		return master(master).keys();
	}

	@Override
	public List<String> subscribers() {
		return (masters() == 1) ? master(0).subscribers() : List.of();
	}

	@Override
	public long commands() {
		return this.servers.stream().mapToLong(Redis::commands).sum();
	}

	@Override
	public boolean isConfirmed() {
		return this.confirmed;
	}

	@Override
	public Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings) {
		return this.way.connect(process, runtime, network, settings);
	}

	/**
	 * How an instance finds its servers.
	 */
	@FunctionalInterface
	interface Way {

		Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings);

	}

}
