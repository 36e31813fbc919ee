package io.github.lockstarter.etcd.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;

import io.github.lockstarter.etcd.EtcdSettings;
import io.github.lockstarter.store.LockStartException;

/**
 * The {@code distributed-lock.etcd.*} properties.
 */
@ConfigurationProperties("distributed-lock.etcd")
public class EtcdLockProperties {

	/**
	 * Addresses of the members that keep the locks, such as http://etcd1:2379, separated
	 * by commas. One is used at a time; the next one when it fails.
	 */
	private List<String> endpoints = new ArrayList<>();

	/**
	 * How long the members keep the session of an instance that they do not hear from,
	 * and with it the locks of a crashed instance. Leases are at most two thirds of it.
	 */
	private Duration sessionTtl = Duration.ofSeconds(30);

	/**
	 * Prefix of all keys. All instances that share locks need the same prefix.
	 */
	private String root = "/distributed-locks";

	/**
	 * Added to each fencing token. Choose a value larger than all tokens that another
	 * store or cluster has issued before.
	 */
	private long tokenOffset;

	/**
	 * User name for the login.
	 */
	private @Nullable String username;

	/**
	 * Password for the login.
	 */
	private @Nullable String password;

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

	public long getTokenOffset() {
		return this.tokenOffset;
	}

	public void setTokenOffset(long tokenOffset) {
		this.tokenOffset = tokenOffset;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public @Nullable String getSslBundle() {
		return this.sslBundle;
	}

	public void setSslBundle(@Nullable String sslBundle) {
		this.sslBundle = sslBundle;
	}

	EtcdSettings settings(@Nullable SslBundles bundles) {
		if (this.endpoints.stream().allMatch(String::isBlank)) {
			throw new LockStartException("Distributed locks are kept in etcd, but no endpoint is configured",
					"Set distributed-lock.etcd.endpoints, such as http://etcd1:2379,http://etcd2:2379,http://etcd3:2379. "
							+ "The locks have a client of their own.");
		}
		if (this.tokenOffset < 0) {
			throw LockStartException.ofProperty("etcd.token-offset", this.tokenOffset, "must not be negative");
		}
		SSLContext ssl = (this.sslBundle != null && bundles != null)
				? bundles.getBundle(this.sslBundle).createSslContext() : null;
		return new EtcdSettings(this.endpoints, this.sessionTtl, this.root, this.username, this.password, ssl);
	}

}
