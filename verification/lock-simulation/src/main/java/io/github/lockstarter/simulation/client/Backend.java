package io.github.lockstarter.simulation.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.server.Cluster;
import io.github.lockstarter.simulation.server.Keys;
import io.github.lockstarter.simulation.server.QuorumNames;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.Sentinel;
import io.github.lockstarter.simulation.server.Server;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.server.WatchedMaster;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.store.LockStore;

/**
 * Where instances connect, and how much of the way there is simulated.
 */
public interface Backend {

	/**
	 * How many masters there are now.
	 * @return the number: one, a quorum, or those of a cluster
	 */
	int masters();

	/**
	 * The process of a master.
	 * @param master which one, from 0
	 * @return the process
	 */
	Process process(int master);

	/**
	 * A master is started again: empty, unless it is a database.
	 * @param master which one, from 0
	 * @return after how long somebody can connect, in nanoseconds
	 */
	long restart(int master);

	/**
	 * A master forgets the scripts that it knows, if it knows any.
	 * @param master which one, from 0
	 */
	void flushScripts(int master);

	/**
	 * The memory of a master, or the disk of a database.
	 * @param master which one, from 0
	 * @return to fill it; null if it has none that can be full
	 */
	@Nullable Memory memory(int master);

	/**
	 * What a master has in its memory.
	 * @param master which one, from 0
	 * @return to look at it; null if there is nothing to be seen
	 */
	@Nullable Keys keys(int master);

	/**
	 * Who is told messages by the only server.
	 * @return the names of the processes, one for each connection; empty if that is not
	 * known
	 */
	List<String> subscribers();

	/**
	 * How many commands the server has run.
	 * @return the number
	 */
	long commands();

	/**
	 * Whether replicas confirm each lease, so that a message alone is no grant.
	 * @return whether they do
	 */
	boolean isConfirmed();

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
	 * The world is over.
	 */
	default void end() {
	}

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
			public long restart(int master) {
				server.restart();
				all.forEach(Connections::lost);
				return 0;
			}

			@Override
			public void flushScripts(int master) {
			}

			@Override
			public @Nullable Memory memory(int master) {
				return null;
			}

			@Override
			public @Nullable Keys keys(int master) {
				return server.keys();
			}

			@Override
			public List<String> subscribers() {
				return List.of();
			}

			@Override
			public long commands() {
				return server.commands();
			}

			@Override
			public boolean isConfirmed() {
				return false;
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
		return new WireBackend(() -> masters, masters, (masters.size() == 1) ? WireBackend.one(masters.get(0))
				: WireBackend.quorum(masters::get, masters.size()), false);
	}

	/**
	 * The same with a quorum whose names may lead astray.
	 * @param names the names of its masters
	 * @return where instances connect
	 */
	static Backend of(QuorumNames names) {
		return new WireBackend(names::masters, names.masters(), WireBackend.quorum(names::at, names.masters().size()),
				false);
	}

	/**
	 * The same with Sentinels, which say which of the servers is the master.
	 * @param servers the master and others
	 * @param sentinels know the master by its port, which is {@link Server#PORT} for the
	 * first server, and one more for each other
	 * @return where instances connect
	 */
	static Backend watched(List<Redis> servers, List<Sentinel> sentinels) {
		return new WireBackend(() -> servers, servers, WireBackend.watched(servers, sentinels, false), false);
	}

	/**
	 * The same, where the master is replaced now and then.
	 * @param servers the master, its replica and its Sentinels
	 * @param confirmed whether a lease counts only when the replica has it
	 * @return where instances connect
	 */
	static Backend watched(WatchedMaster servers, boolean confirmed) {
		return new WireBackend(() -> List.of(servers.master()), servers.servers(),
				WireBackend.watched(servers.servers(), servers.sentinels(), confirmed), confirmed);
	}

	/**
	 * The same with a cluster.
	 * @param cluster the cluster
	 * @return where instances connect
	 */
	static Backend of(Cluster cluster) {
		return new WireBackend(cluster::masters, cluster.servers(), WireBackend.cluster(cluster), false);
	}

	/**
	 * The memory of a server.
	 */
	@FunctionalInterface
	interface Memory {

		/**
		 * There is room for writes, or there is none.
		 * @param none whether there is none
		 */
		void full(boolean none);

	}

	/**
	 * An instance's way to the server.
	 *
	 * @param store its store
	 * @param cutoff the server's time, as the store sends it, for a lock and a moment
	 * @param connections the connections of the store
	 * @param lock the name of the lock that has a key
	 */
	record Link(LockStore store, ToLongBiFunction<String, Long> cutoff, Connections connections,
			UnaryOperator<String> lock) {

		/**
		 * The way to a store whose keys are the names of the locks behind a prefix.
		 * @param store its store
		 * @param cutoff the server's time, as the store sends it
		 * @param connections the connections of the store
		 */
		public Link(LockStore store, ToLongBiFunction<String, Long> cutoff, Connections connections) {
			this(store, cutoff, connections, (key) -> key.substring(SimulatedStore.KEY_PREFIX.length() + 1));
		}

	}

}
