package io.github.lockstarter.simulation.server;

import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.simulation.world.Story;
import io.github.lockstarter.simulation.world.World;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The clocks of a simulated cluster: far apart where no lock moves to another master,
 * else nearly one.
 */
class ClusterClocksTests {

	private static final int SHARDS = 3;

	private static final long A_MINUTE = 60_000_000_000L;

	private final List<World> worlds = LongStream.rangeClosed(1, 60)
		.mapToObj((seed) -> new World(seed, new Story(null)))
		.toList();

	@Test
	void replicaHasTheTimeOfItsMaster() {
		for (World world : this.worlds) {
			Cluster cluster = new Cluster(world, SHARDS);
			world.run(A_MINUTE);
			for (int shard = 0; shard < SHARDS; shard++) {
				assertThat(Math.abs(micros(cluster, shard) - micros(cluster, shard + SHARDS))).isLessThan(400);
			}
		}
	}

	@Test
	void mastersDifferBySecondsWhereNoLockMoves() {
		int apart = 0;
		for (World world : this.worlds) {
			Cluster cluster = new Cluster(world, SHARDS);
			world.run(A_MINUTE);
			long difference = Math.abs(micros(cluster, 0) - micros(cluster, 1));
			if (cluster.isApart()) {
				apart += (difference > 1_000_000) ? 1 : 0;
			}
			else {
				assertThat(difference).isLessThan(400);
			}
		}
		assertThat(apart).isPositive();
	}

	private static long micros(Cluster cluster, int node) {
		return cluster.servers().get(node).process().wallMicros();
	}

}
