package io.github.lockstarter.benchmark.contender;

import java.time.Duration;

/**
 * Where the locks are kept, and for how long one is kept that is not renewed.
 *
 * @param host the host of Redis
 * @param port the port of Redis
 * @param lease the lease of every contender, renewed by those that renew
 */
public record Endpoint(String host, int port, Duration lease) {

	/**
	 * The default lease of the starter and of Redisson.
	 */
	public static final Duration LEASE = Duration.ofSeconds(30);

	/**
	 * As an address with another lease.
	 * @param lease the lease
	 * @return the same Redis
	 */
	public Endpoint lease(Duration lease) {
		return new Endpoint(this.host, this.port, lease);
	}

	String uri() {
		return "redis://" + this.host + ":" + this.port;
	}

}
