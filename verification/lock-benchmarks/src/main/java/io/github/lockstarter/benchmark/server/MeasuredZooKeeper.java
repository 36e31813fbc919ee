package io.github.lockstarter.benchmark.server;

import java.io.IOException;
import java.util.List;

import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * One server of ZooKeeper in this JVM, which writes each transaction to its disk before
 * it answers, as one in production does.
 */
public final class MeasuredZooKeeper implements MeasuredServer {

	// Sessions of 20 ticks are as long as the default lease needs.
	private static final int TICK_MILLIS = 2_500;

	private final TestingServer server;

	private MeasuredZooKeeper(TestingServer server) {
		this.server = server;
	}

	/**
	 * Starts one on a free port.
	 * @return the server; close it
	 */
	public static MeasuredZooKeeper start() {
		try {
			return new MeasuredZooKeeper(
					new TestingServer(new InstanceSpec(null, -1, -1, -1, true, -1, TICK_MILLIS, 200), true));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public Endpoint endpoint() {
		return new Endpoint(List.of(this.server.getConnectString()), Endpoint.LEASE);
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
