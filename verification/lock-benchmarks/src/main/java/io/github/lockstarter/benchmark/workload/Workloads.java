package io.github.lockstarter.benchmark.workload;

import java.util.List;

/**
 * All workloads, in the order in which they run.
 */
public final class Workloads {

	private Workloads() {
	}

	/**
	 * All workloads.
	 * @return in order
	 */
	public static List<Workload> all() {
		return List.of(new Uncontended(), Threads.onOwnKeys(), Threads.onOneKey(), new Jvms(), new HandOver(),
				new Waiters(), new Held(), new AnnotationCost(), new Delay(), new Far(), new Names(), new ClusterCost(),
				new Confirmed(), new QuorumCost(), new QuorumFaults(), new Scale(), Together.reading(),
				Together.onAHotKey(), new Batch(), new PostgresPairs(), new PostgresTurns(), new PostgresRest(),
				SessionCost.inZooKeeper(), new SharedSessionCost(), SessionCost.inEtcd(), SessionCost.inConsul(),
				new Leaderships(), new Before());
	}

}
