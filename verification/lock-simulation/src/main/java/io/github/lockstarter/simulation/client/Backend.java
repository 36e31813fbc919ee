package io.github.lockstarter.simulation.client;

import java.util.function.ToLongBiFunction;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.RedisSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.store.LockStore;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Where instances connect, and how much of the way there is simulated.
 */
public interface Backend {

	/**
	 * The process of the server.
	 * @return the process
	 */
	Process process();

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
		return new Backend() {

			@Override
			public Process process() {
				return server.process();
			}

			@Override
			public long commands() {
				return server.commands();
			}

			@Override
			public Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings) {
				SimulatedStore store = new SimulatedStore(process, server, network,
						settings.commandTimeout().toMillis());
				return new Link(store, (lock, notAfter) -> store.cutoff(notAfter), store);
			}

		};
	}

	/**
	 * Only the wire is simulated, and what is at its end: the store, its supervision, and
	 * Lettuce's connections and commands are what an application has.
	 * @param redis keeps the locks
	 * @return where instances connect
	 */
	static Backend of(Redis redis) {
		return new Backend() {

			@Override
			public Process process() {
				return redis.process();
			}

			@Override
			public long commands() {
				return redis.commands();
			}

			@Override
			public Link connect(Process process, LockRuntime runtime, Network network, LockSettings settings) {
				Wires wires = new Wires(process, redis, network);
				RedisClients clients = new RedisClients(
						new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 6379)),
						settings.commandTimeout(), () -> wires);
				LettuceLockStore store = new LettuceLockStore(clients, settings, RedisSettings.DEFAULTS,
						SimulatedStore.KEY_PREFIX, process.name(), runtime);
				return new Link(store, store::cutoff, wires);
			}

		};
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
