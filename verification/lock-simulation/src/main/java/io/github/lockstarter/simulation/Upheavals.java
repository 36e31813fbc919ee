package io.github.lockstarter.simulation;

import java.util.List;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.simulation.etcd.EtcdCluster;
import io.github.lockstarter.simulation.server.Cluster;
import io.github.lockstarter.simulation.server.QuorumNames;
import io.github.lockstarter.simulation.server.WatchedMaster;
import io.github.lockstarter.simulation.world.Chance;

/**
 * What happens to servers that replace each other: behind Sentinels and in a cluster; and
 * to the names of a quorum.
 */
final class Upheavals {

	private static final long MILLI = Trouble.MILLI;

	// What a client needs to arrive at another master.
	private static final long MOVED = Trouble.SECOND;

	// Until there is another leader, and a client has found it.
	private static final long ELECTED = 4 * Trouble.SECOND;

	private Upheavals() {
	}

	/**
	 * The master is replaced. Where the replica confirms, nothing is lost by that, and
	 * nothing can be had until it has a replica again.
	 */
	static Trouble.Upheaval of(WatchedMaster servers, boolean confirmed, List<String> locks) {
		return (trouble) -> {
			if (!servers.isWhole()) {
				return;
			}
			Chance chance = trouble.world().chance();
			if (confirmed && chance.oneIn(3)) {
				isolate(trouble, servers, locks, chance.between(50, 1_500) * MILLI);
				return;
			}
			long begin = trouble.world().now();
			int which = (int) chance.below(4);
			FaultKind kind = (which < 2) ? FaultKind.SWITCHED
					: (which == 2) ? FaultKind.SWITCHED_DEAD : FaultKind.SWITCHED_HANGING;
			Runnable named = () -> {
				long now = trouble.world().now();
				if (!confirmed) {
					trouble.mark(Mark.Kind.SWITCH, begin);
					trouble.fault(kind, "*", begin, now + MOVED);
				}
			};
			Runnable over = () -> {
				if (confirmed) {
					trouble.fault(FaultKind.FEW_REPLICAS, "*", begin, trouble.world().now() + MOVED);
				}
			};
			switch (kind) {
				case SWITCHED -> servers.replace(named, over);
				case SWITCHED_DEAD -> servers.kill(named, over);
				default -> servers.hang(named, over);
			}
		};
	}

	private static void isolate(Trouble trouble, WatchedMaster servers, List<String> locks, long nanos) {
		long begin = trouble.world().now();
		long since = servers.master().process().wallMicros() / 1_000;
		trouble.fault(FaultKind.FEW_REPLICAS, "*", begin, begin + nanos + Trouble.SECOND);
		servers.isolate(nanos);
		trouble.driver().write('I', begin + nanos, since, String.join(",", locks));
	}

	/**
	 * A slot moves, or a replica takes the place of its master.
	 */
	static Trouble.Upheaval of(Cluster cluster, List<String> locks) {
		return (trouble) -> {
			if (!cluster.isWhole()) {
				return;
			}
			Chance chance = trouble.world().chance();
			long begin = trouble.world().now();
			int shard = (int) chance.below(cluster.masters().size());
			int slot = Cluster.slot(key(locks.get((int) chance.below(locks.size()))));
			int which = (int) chance.below(10);
			if (which < 6 && cluster.isApart()) {
				return;
			}
			if (which < 6) {
				trouble.fault(FaultKind.SLOT_MOVED, "*", begin, begin + 4 * Trouble.SECOND);
				cluster.move(locks.stream().map(Upheavals::key).filter((key) -> Cluster.slot(key) == slot).toList(),
						slot, shard);
				return;
			}
			FaultKind kind = (which < 8) ? FaultKind.NODE_KILLED
					: (which == 8) ? FaultKind.NODE_PAUSED : FaultKind.NODE_REPLACED;
			Runnable one = () -> {
				trouble.mark(Mark.Kind.DATA_LOSS, begin);
				trouble.fault(kind, "*", begin, trouble.world().now() + MOVED);
			};
			switch (kind) {
				case NODE_KILLED -> cluster.kill(shard, one);
				case NODE_PAUSED -> cluster.pause(shard, one);
				default -> {
					trouble.fault(kind, "*", begin, begin + MOVED);
					cluster.replace(shard);
				}
			}
		};
	}

	/**
	 * One master has two names of three, and the one that has none of them is away: its
	 * name leads to another one, and the third one hangs.
	 */
	static Trouble.Upheaval of(QuorumNames names) {
		return (trouble) -> {
			if (!names.isWhole()) {
				return;
			}
			Chance chance = trouble.world().chance();
			int count = names.masters().size();
			int name = (int) chance.below(count);
			int other = (name + 1 + (int) chance.below(count - 1)) % count;
			long nanos = chance.between(200, 4_000) * MILLI;
			long begin = trouble.world().now();
			trouble.fault(FaultKind.MASTER_TWICE, "*", begin, begin + nanos + 3 * Trouble.SECOND);
			for (int i = 0; i < count; i++) {
				if (i != name && i != other) {
					names.masters().get(i).process().pause(nanos);
				}
			}
			names.lead(name, other, nanos);
		};
	}

	/**
	 * Members of etcd are killed, stand still, or are cut off from the others; or a
	 * session is ended.
	 */
	static Trouble.Upheaval of(EtcdCluster cluster) {
		return (trouble) -> {
			if (!cluster.isWhole()) {
				return;
			}
			Chance chance = trouble.world().chance();
			long begin = trouble.world().now();
			long nanos = chance.between(100, 5_000) * MILLI;
			boolean leader = !chance.oneIn(4);
			int which = (int) chance.below(6);
			FaultKind kind = (which == 4) ? FaultKind.NO_MAJORITY
					: (which == 5) ? FaultKind.SESSION_ENDED : FaultKind.LEADER_KILLED;
			trouble.fault(kind, "*", begin, begin + ((which == 5) ? 0 : nanos) + ELECTED);
			switch (which) {
				case 0 -> cluster.kill(1, leader, nanos);
				case 1, 2 -> cluster.split(leader, nanos);
				case 3 -> cluster.pause(leader, nanos);
				case 4 -> cluster.kill(2, leader, nanos);
				default -> {
					cluster.endSession();
					trouble.mark(Mark.Kind.DATA_LOSS, begin);
				}
			}
		};
	}

	private static String key(String lock) {
		return "lock:" + lock;
	}

}
