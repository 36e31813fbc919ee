package io.github.lockstarter.benchmark.server;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * A server that was started to be measured.
 */
public interface MeasuredServer extends AutoCloseable {

	/**
	 * Where contenders connect to.
	 * @return the address, with the default lease
	 */
	Endpoint endpoint();

	@Override
	void close();

}
