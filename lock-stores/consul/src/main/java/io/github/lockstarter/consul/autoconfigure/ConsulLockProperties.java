package io.github.lockstarter.consul.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;

import io.github.lockstarter.consul.ConsulSettings;
import io.github.lockstarter.store.LockStartException;

/**
 * The {@code distributed-lock.consul.*} properties.
 */
@ConfigurationProperties("distributed-lock.consul")
public class ConsulLockProperties {

	/**
	 * Addresses of the servers that keep the locks, or of the agent of this machine, such
	 * as http://consul1:8500, separated by commas. One is used at a time; the next one
	 * when it fails.
	 */
	private List<String> endpoints = new ArrayList<>();

	/**
	 * How long the session of an instance is sure to live without being renewed. The
	 * servers keep it, and with it the locks of a crashed instance, for twice as long.
	 * Leases are at most two thirds of it.
	 */
	private Duration sessionTtl = Duration.ofSeconds(15);

	/**
	 * Prefix of all keys. All instances that share locks need the same prefix.
	 */
	private String root = "distributed-locks";

	/**
	 * Name of the node to which all sessions belong. It must not be the name of an agent,
	 * and is registered if it does not exist.
	 */
	private String node = "distributed-locks";

	/**
	 * Added to each fencing token. Choose a value larger than all tokens that another
	 * store or cluster has issued before.
	 */
	private long tokenOffset;

	/**
	 * ACL token for all requests.
	 */
	private @Nullable String token;

	/**
	 * Datacenter of the locks; that of the server or agent by default.
	 */
	private @Nullable String datacenter;

	/**
	 * Name of the SSL bundle for addresses that begin with https.
	 */
	private @Nullable String sslBundle;

	public List<String> getEndpoints() {
		return this.endpoints;
	}

	public void setEndpoints(List<String> endpoints) {
		this.endpoints = endpoints;
	}

	public Duration getSessionTtl() {
		return this.sessionTtl;
	}

	public void setSessionTtl(Duration sessionTtl) {
		this.sessionTtl = sessionTtl;
	}

	public String getRoot() {
		return this.root;
	}

	public void setRoot(String root) {
		this.root = root;
	}

	public String getNode() {
		return this.node;
	}

	public void setNode(String node) {
		this.node = node;
	}

	public long getTokenOffset() {
		return this.tokenOffset;
	}

	public void setTokenOffset(long tokenOffset) {
		this.tokenOffset = tokenOffset;
	}

	public @Nullable String getToken() {
		return this.token;
	}

	public void setToken(@Nullable String token) {
		this.token = token;
	}

	public @Nullable String getDatacenter() {
		return this.datacenter;
	}

	public void setDatacenter(@Nullable String datacenter) {
		this.datacenter = datacenter;
	}

	public @Nullable String getSslBundle() {
		return this.sslBundle;
	}

	public void setSslBundle(@Nullable String sslBundle) {
		this.sslBundle = sslBundle;
	}

	ConsulSettings settings(@Nullable SslBundles bundles) {
		if (this.endpoints.stream().allMatch(String::isBlank)) {
			throw new LockStartException("Distributed locks are kept in Consul, but no endpoint is configured",
					"Set distributed-lock.consul.endpoints, such as "
							+ "http://consul1:8500,http://consul2:8500,http://consul3:8500. "
							+ "The locks have a client of their own.");
		}
		if (this.tokenOffset < 0) {
			throw LockStartException.ofProperty("consul.token-offset", this.tokenOffset, "must not be negative");
		}
		SSLContext ssl = (this.sslBundle != null && bundles != null)
				? bundles.getBundle(this.sslBundle).createSslContext() : null;
		return new ConsulSettings(this.endpoints, this.sessionTtl, this.root, this.node, this.token, this.datacenter,
				ssl);
	}

}
