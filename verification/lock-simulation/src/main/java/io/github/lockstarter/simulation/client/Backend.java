package io.github.lockstarter.simulation.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumTerms;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.QuorumMaster;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.RedisSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.store.LockStore;

/**
 * Where instances connect, and how much of the way there is simulated.
 */
public interface Backend {

	/**
	 * How many masters there are.
	 * @return the number, one or a quorum
	 */
	int masters();

	/**
	 * The process of a master.
	 * @param master which one, from 0
	 * @return the process
	 */
	Process process(int master);

	/**
	 * A master is started again, empty.
	 * @param master which one, from 0
	 */
	void restart(int master);

	/**
	 * A master forgets the scripts that it knows, if it knows any.
	 * @param master which one, from 0
	 */
	void flushScripts(int master);

	/**
	 * How many commands the server has run.
	 * @return the number
	 */
	long commands();

	/**
	 * Connects an instance.
	 * @param process its process
	 * @param runtime its threads
	 * @param network the way to the server
	 * @param settings its settings
	 * @return its store, not started
	 */
	Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings);

	/**
	 * The store is simulated as well: much faster, and what stands for the connections of
	 * Lettuce is as bad as they may be.
	 * @param server keeps the locks
	 * @return where instances connect
	 */
	static Backend of(SimulatedServer server) {
		List<Connections> all = new ArrayList<>();
		return new Backend() {

			@Override
			public int masters() {
				return 1;
			}

			@Override
			public Process process(int master) {
				return server.process();
			}

			@Override
			public void restart(int master) {
				server.restart();
				all.forEach(Connections::lost);
			}

			@Override
			public void flushScripts(int master) {
			}

			@Override
			public long commands() {
				return server.commands();
			}

			@Override
			public Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings) {
				SimulatedStore store = new SimulatedStore(process, server, network,
						settings.commandTimeout().toMillis());
				all.add(store);
				return new Link(store, (lock, notAfter) -> store.cutoff(notAfter), store);
			}

		};
	}

	/**
	 * Only the wire is simulated, and what is at its end: the store, its supervision, and
	 * Lettuce's connections and commands are what an application has.
	 * @param masters keep the locks: one, or those of a quorum
	 * @return where instances connect
	 */
	static Backend of(List<Redis> masters) {
		return new Backend() {

			@Override
			public int masters() {
				return masters.size();
			}

			@Override
			public Process process(int master) {
				return masters.get(master).process();
			}

			@Override
			public void restart(int master) {
				masters.get(master).restart();
			}

			@Override
			public void flushScripts(int master) {
				masters.get(master).flushScripts();
			}

			@Override
			public long commands() {
				return masters.stream().mapToLong(Redis::commands).sum();
			}

			@Override
			public Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings) {
				List<Wires> wires = masters.stream().map((redis) -> new Wires(process, redis, network)).toList();
				List<RedisClients> clients = wires.stream().map((door) -> clients(door, settings)).toList();
				Connections connections = Connections.ofOne(process.world().chance(), wires);
				if (masters.size() == 1) {
					LettuceLockStore store = new LettuceLockStore(clients.get(0), settings, RedisSettings.DEFAULTS,
							SimulatedStore.KEY_PREFIX, process.name(), runtime);
					return new Link(store, store::cutoff, connections);
				}
				LockStore quorum = new QuorumLockStore(
						clients.stream()
							.map((one) -> new QuorumMaster(one, settings, SimulatedStore.KEY_PREFIX, process.name(),
									runtime))
							.toList(),
						new QuorumTerms(settings.commandTimeout(), settings.leaseTime(), settings.leaseTime()),
						QuorumMaster::drawClientId, runtime);
				return new Link(quorum, (lock, notAfter) -> 0, connections);
			}

		};
	}

	private static RedisClients clients(Wires wires, LockSettings settings) {
		return new RedisClients(new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 6379)),
				settings.commandTimeout(), () -> wires);
	}

	/**
	 * An instance's way to the server.
	 *
	 * @param store its store
	 * @param cutoff the server's time, as the store sends it, for a lock and a moment
	 * @param connections the connections of the store
	 */
	record Link(LockStore store, ToLongBiFunction<String, Long> cutoff, Connections connections) {

	}

}
