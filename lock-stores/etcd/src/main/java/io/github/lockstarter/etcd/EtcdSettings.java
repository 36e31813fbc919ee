package io.github.lockstarter.etcd;

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
 * @param endpoints the addresses of members, such as "http://etcd1:2379"
 * @param sessionTtl how long the session of a silent instance lives, in whole seconds
 * @param root the prefix of all keys, followed by a slash
 * @param username the user name, or null to send requests without a login
 * @param password the password, or null
 * @param ssl the TLS configuration for addresses that begin with https; null for the
 * default of this JVM
 */
public record EtcdSettings(List<String> endpoints, Duration sessionTtl, String root, @Nullable String username,
		@Nullable String password, @Nullable SSLContext ssl) {

	private static final Duration SHORTEST = Duration.ofSeconds(2);

	private static final Duration LONGEST = Duration.ofHours(1);

	/**
	 * Checks the settings.
	 * @throws LockStartException if a value is out of range
	 */
	public EtcdSettings {
		endpoints = Endpoints.check("etcd.endpoints", endpoints, "http://etcd1:2379");
		if (sessionTtl.compareTo(SHORTEST) < 0 || sessionTtl.compareTo(LONGEST) > 0
				|| !sessionTtl.equals(Duration.ofSeconds(sessionTtl.toSeconds()))) {
			throw LockStartException.ofProperty("etcd.session-ttl", DurationText.of(sessionTtl),
					"must be whole seconds between " + DurationText.of(SHORTEST) + " and " + DurationText.of(LONGEST));
		}
		if (root.isBlank() || root.endsWith("/")) {
			throw LockStartException.ofProperty("etcd.root", "'" + root + "'",
					"must be the prefix of all keys, without a trailing slash, such as /distributed-locks");
		}
		if ((username == null) != (password == null)) {
			throw LockStartException.ofProperty((username != null) ? "etcd.password" : "etcd.username", "not set",
					"must be set, because the user name and the password belong together");
		}
	}

	/**
	 * The settings of an application that configures its members only.
	 * @param endpoints the addresses of members, such as "http://etcd1:2379"
	 * @param sessionTtl how long the session of a silent instance lives, in whole seconds
	 */
	public EtcdSettings(List<String> endpoints, Duration sessionTtl) {
		this(endpoints, sessionTtl, "/distributed-locks", null, null, null);
	}

}
