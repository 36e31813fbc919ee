package io.github.lockstarter.benchmark.server;

import java.util.List;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.test.TestZooKeeper;

/**
 * One server of ZooKeeper in this JVM, which writes each transaction to its disk before
 * it answers, as one in production does.
 */
public final class MeasuredZooKeeper implements MeasuredServer {

	// Sessions of 20 ticks are as long as the default lease needs.
	private static final int TICK_MILLIS = 2_500;

	private final TestZooKeeper server = TestZooKeeper.start(1, TICK_MILLIS);

	private MeasuredZooKeeper() {
	}

	/**
	 * Starts one on a free port.
	 * @return the server; close it
	 */
	public static MeasuredZooKeeper start() {
		return new MeasuredZooKeeper();
	}

	@Override
	public Endpoint endpoint() {
		return new Endpoint(List.of(this.server.connectString()), Endpoint.LEASE);
	}

	@Override
	public void close() {
		this.server.close();
	}

}
