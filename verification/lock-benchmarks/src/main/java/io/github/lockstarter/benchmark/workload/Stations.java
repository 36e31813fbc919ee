package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.server.MeasuredZooKeeper;

/**
 * JVMs that wait for work on one Redis, and as many on ZooKeeper if somebody's locks are
 * there. Those that have none do nothing.
 */
final class Stations implements AutoCloseable {

	private final Endpoint redis;

	private final @Nullable MeasuredZooKeeper zooKeeper;

	private final List<WorkerJvm> onRedis = new ArrayList<>();

	private final List<WorkerJvm> onZooKeeper = new ArrayList<>();

	/**
	 * Starts them.
	 * @param run whose Redis it is
	 * @param jvms how many JVMs
	 * @param contenders who will work there
	 */
	Stations(Run run, int jvms, List<String> contenders) {
		this.redis = run.endpoint();
		this.zooKeeper = contenders.stream().anyMatch(Contenders::isOfCurator) ? MeasuredZooKeeper.start() : null;
		try {
			for (int i = 0; i < jvms; i++) {
				this.onRedis.add(WorkerJvm.start(this.redis));
				if (this.zooKeeper != null) {
					this.onZooKeeper.add(WorkerJvm.start(this.zooKeeper.endpoint()));
				}
			}
		}
		catch (RuntimeException ex) {
			close();
			throw ex;
		}
	}

	/**
	 * The JVMs in which a contender works.
	 */
	List<WorkerJvm> of(String contender) {
		return Contenders.isOfCurator(contender) ? this.onZooKeeper : this.onRedis;
	}

	/**
	 * Where the locks of a contender are.
	 */
	Endpoint endpoint(String contender) {
		return (this.zooKeeper != null && Contenders.isOfCurator(contender)) ? this.zooKeeper.endpoint() : this.redis;
	}

	@Override
	public void close() {
		this.onRedis.forEach(WorkerJvm::close);
		this.onZooKeeper.forEach(WorkerJvm::close);
		if (this.zooKeeper != null) {
			this.zooKeeper.close();
		}
	}

}
