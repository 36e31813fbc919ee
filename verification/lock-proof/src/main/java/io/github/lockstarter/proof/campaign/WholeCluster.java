package io.github.lockstarter.proof.campaign;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.fault.NodeFaults;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.proof.workload.Names;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

/**
 * A Redis Cluster with one replica of each master. Clients find its nodes by themselves:
 * there is no proxy between.
 */
final class WholeCluster implements Deployment {

	private final CampaignSettings settings;

	private final TestRedisCluster cluster;

	// What happens to a process needs no way.
	private final FaultProxy unused;

	WholeCluster(CampaignSettings settings) {
		this.settings = settings;
		this.cluster = TestRedisCluster.start(settings.masters(), 1);
		TestRedis first = this.cluster.masters().get(0);
		this.unused = FaultProxy.to(first.host(), first.port());
	}

	@Override
	public Way open(String place) {
		return new Way(this.cluster.masters().stream().map(TestRedis::port).toList(), List.of());
	}

	@Override
	public List<Faults> faults(List<ClientSlot> slots, FaultLog log) {
		List<Faults> all = new ArrayList<>();
		all.add(new NodeFaults(this.cluster, Names.all(this.settings.size().locks()),
				new NodeFaults.Plan(this.settings.kinds(), this.settings.servers() == Servers.CONFIRMED), log,
				this.settings.seed()));
		all.addAll(SeveralMasters.ofProcesses(this.settings, slots, this.unused, this.cluster.masters().get(0), log));
		return all;
	}

	/**
	 * Who owns a lock is at a node that changes.
	 */
	@Override
	public List<? extends Watch> watch(HistoryWriter history) {
		return List.of();
	}

	@Override
	public void look(HistoryWriter history) {
		Aftermath aftermath = new Aftermath(history, this.settings.classPath());
		this.cluster.awaitWhole();
		for (TestRedis node : this.cluster.nodes()) {
			if (!"master".equals(node.info("replication").get("role"))) {
				continue;
			}
			List<String> here = Names.all(this.settings.size().locks())
				.stream()
				.filter((lock) -> this.cluster.masterOf(TestRedisCluster.slot("lock:" + lock)) == node)
				.toList();
			aftermath.look(node, here, Visitor.ALONE);
		}
	}

	@Override
	public void close() {
		this.unused.close();
		this.cluster.close();
	}

}
