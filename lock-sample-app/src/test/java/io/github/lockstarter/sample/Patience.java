package io.github.lockstarter.sample;

import java.time.Duration;
import java.util.Map;

/**
 * For how long tests wait for what must happen, and their servers for each other: longer
 * than a machine takes that has much else to do. Only a failure lasts that long.
 */
public final class Patience {

	/**
	 * The limit of one wait.
	 */
	public static final Duration LIMIT = Duration.ofMinutes(3);

	/**
	 * Settings of a server in whose tests no answer is late: what fails then has another
	 * cause. A wait for one answer of Redis is a sixth of the lease at most.
	 */
	public static final Map<String, String> SETTINGS = Map.of( //
			"distributed-lock.lease-time", "6m", //
			"distributed-lock.command-timeout", "1m", //
			"distributed-lock.wait-time", "1m", //
			"sample.servers.silence", "1m", //
			"spring.http.clients.connect-timeout", "1m", //
			"spring.http.clients.read-timeout", "1m", //
			"spring.datasource.hikari.connection-timeout", "60000");

	private Patience() {
	}

}
