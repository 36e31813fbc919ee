package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.List;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.http.Endpoints;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.DurationText;

/**
 * The checked settings of this store.
 *
 * @param endpoints the addresses of servers or agents, such as "http://consul1:8500"
 * @param sessionTtl how long the session of a silent instance is sure to live, in whole
 * seconds
 * @param root the prefix of all keys, followed by a slash
 * @param node the node of all sessions, which is no agent
 * @param token the token, or null to send requests without one
 * @param datacenter the datacenter, or null for that of the agent
 * @param ssl the TLS configuration for addresses that begin with https; null for the
 * default of this JVM
 */
public record ConsulSettings(List<String> endpoints, Duration sessionTtl, String root, String node,
		@Nullable String token, @Nullable String datacenter, @Nullable SSLContext ssl) {

	private static final Duration SHORTEST = Duration.ofSeconds(2);

	private static final Duration LONGEST = Duration.ofHours(1);

	private static final String NAME = "distributed-locks";

	/**
	 * Checks the settings.
	 * @throws LockStartException if a value is out of range
	 */
	public ConsulSettings {
		endpoints = Endpoints.check("consul.endpoints", endpoints, "http://consul1:8500");
		if (sessionTtl.compareTo(SHORTEST) < 0 || sessionTtl.compareTo(LONGEST) > 0
				|| !sessionTtl.equals(Duration.ofSeconds(sessionTtl.toSeconds()))) {
			throw LockStartException.ofProperty("consul.session-ttl", DurationText.of(sessionTtl),
					"must be whole seconds between " + DurationText.of(SHORTEST) + " and " + DurationText.of(LONGEST)
							+ ", and at least 10s unless the servers allow less");
		}
		if (root.isBlank() || root.startsWith("/") || root.endsWith("/")) {
			throw LockStartException.ofProperty("consul.root", "'" + root + "'",
					"must be the prefix of all keys, without a leading or trailing slash, such as distributed-locks");
		}
		if (!node.matches("[A-Za-z0-9-]{1,63}")) {
			throw LockStartException.ofProperty("consul.node", "'" + node + "'",
					"must be the name of a node: letters, digits and dashes");
		}
	}

	/**
	 * The settings of an application that configures its servers only.
	 * @param endpoints the addresses of servers or agents, such as "http://consul1:8500"
	 * @param sessionTtl how long the session of a silent instance is sure to live, in
	 * whole seconds
	 */
	public ConsulSettings(List<String> endpoints, Duration sessionTtl) {
		this(endpoints, sessionTtl, NAME, NAME, null, null, null);
	}

}
