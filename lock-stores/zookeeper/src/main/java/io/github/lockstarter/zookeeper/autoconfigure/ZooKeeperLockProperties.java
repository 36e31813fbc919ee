package io.github.lockstarter.zookeeper.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.zookeeper.ZooKeeperSettings;

/**
 * The {@code distributed-lock.zookeeper.*} properties.
 */
@ConfigurationProperties("distributed-lock.zookeeper")
public class ZooKeeperLockProperties {

	/**
	 * Servers that keep the locks, with their ports, separated by commas, and optionally
	 * a path above all nodes, such as zk1:2181,zk2:2181/prod.
	 */
	private @Nullable String connectString;

	/**
	 * How long the servers keep the session of an instance that they do not hear from,
	 * and with it the locks of a crashed instance. Leases are at most two thirds of it.
	 */
	private Duration sessionTimeout = Duration.ofSeconds(30);

	/**
	 * Node above all locks. All instances that share locks need the same node.
	 */
	private String root = "/distributed-locks";

	/**
	 * Added to each fencing token. Choose a value larger than all tokens that another
	 * store or ensemble has issued before.
	 */
	private long tokenOffset;

	/**
	 * User name for the login. With a user only that user may change the nodes of the
	 * locks.
	 */
	private @Nullable String username;

	/**
	 * Password for the login.
	 */
	private @Nullable String password;

	public @Nullable String getConnectString() {
		return this.connectString;
	}

	public void setConnectString(@Nullable String connectString) {
		this.connectString = connectString;
	}

	public Duration getSessionTimeout() {
		return this.sessionTimeout;
	}

	public void setSessionTimeout(Duration sessionTimeout) {
		this.sessionTimeout = sessionTimeout;
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

	ZooKeeperSettings settings() {
		if (this.connectString == null || this.connectString.isBlank()) {
			throw new LockStartException("Distributed locks are kept in ZooKeeper, but no server is configured",
					"Set distributed-lock.zookeeper.connect-string, such as zk1:2181,zk2:2181,zk3:2181. The locks have a "
							+ "client of their own: a CuratorFramework bean of the application is not used.");
		}
		if (this.tokenOffset < 0) {
			throw LockStartException.ofProperty("zookeeper.token-offset", this.tokenOffset, "must not be negative");
		}
		return new ZooKeeperSettings(this.connectString.strip(), this.sessionTimeout, this.root, this.username,
				this.password);
	}

}
