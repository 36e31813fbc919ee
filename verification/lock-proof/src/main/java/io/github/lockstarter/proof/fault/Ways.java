package io.github.lockstarter.proof.fault;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;

/**
 * All ways of a client to its servers, which are disturbed together.
 */
final class Ways {

	private final List<FaultProxy> all;

	Ways(List<FaultProxy> all) {
		this.all = all;
	}

	/**
	 * How often something was disturbed on any of them.
	 */
	long affected() {
		return this.all.stream().mapToLong(FaultProxy::affected).sum();
	}

	/**
	 * Closes all connections.
	 * @return how many there were
	 */
	int cut() {
		return this.all.stream().mapToInt(FaultProxy::cut).sum();
	}

	void delay(Duration delay) {
		this.all.forEach((way) -> way.delay(delay));
	}

	void requests(Flow flow) {
		this.all.forEach((way) -> way.requests(flow));
	}

	void replies(Flow flow) {
		this.all.forEach((way) -> way.replies(flow));
	}

	void losePushes(boolean lose) {
		this.all.forEach((way) -> way.losePushes(lose));
	}

	void newConnections(Flow flow) {
		this.all.forEach((way) -> way.newConnections(flow));
	}

}
