package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.database.DatabaseBackend;
import io.github.lockstarter.simulation.etcd.EtcdBackend;
import io.github.lockstarter.simulation.server.Cluster;
import io.github.lockstarter.simulation.server.QuorumNames;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.server.WatchedMaster;
import io.github.lockstarter.simulation.world.World;

/**
 * The servers of a run.
 *
 * @param backend where instances connect
 * @param upheaval what happens to servers that replace each other; null where none does
 */
record Deployment(Backend backend, Trouble.@Nullable Upheaval upheaval) {

	private static final int MASTERS = 3;

	private static final int BLOCK = 17;

	/**
	 * Starts them.
	 * @param level what they are
	 * @param world where they are
	 * @param locks the names of all locks
	 */
	static Deployment of(Level level, World world, List<String> locks) {
		Timing timing = level.timing();
		return switch (level) {
			case RECORDS, SCRIPTS -> new Deployment(Backend.of(new SimulatedServer(world, timing.handOffMillis(), BLOCK,
					timing.retentionMillis(), level == Level.SCRIPTS)), null);
			case WIRE -> new Deployment(Backend.of(List.of(new Redis(world, "server"))), null);
			case JDBC -> new Deployment(new DatabaseBackend(world, locks), null);
			case ETCD -> {
				// the shortest one that grants such leases, or longer
				long most = level.sessionMillis() / 1_000;
				EtcdBackend backend = new EtcdBackend(world,
						Duration.ofSeconds(world.chance().between(most * 3 / 4, most)));
				yield new Deployment(backend, Upheavals.of(backend.cluster()));
			}
			case QUORUM -> {
				QuorumNames names = new QuorumNames(world, MASTERS);
				yield new Deployment(Backend.of(names), Upheavals.of(names));
			}
			case SENTINEL, REPLICAS -> {
				boolean confirmed = level == Level.REPLICAS;
				WatchedMaster servers = new WatchedMaster(world);
				yield new Deployment(Backend.watched(servers, confirmed), Upheavals.of(servers, confirmed, locks));
			}
			case CLUSTER -> {
				Cluster cluster = new Cluster(world, MASTERS);
				yield new Deployment(Backend.of(cluster), Upheavals.of(cluster, locks));
			}
		};
	}

}
