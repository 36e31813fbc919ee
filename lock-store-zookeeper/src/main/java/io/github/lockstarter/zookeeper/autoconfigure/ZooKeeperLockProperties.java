package io.github.lockstarter.zookeeper.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.lockstarter.core.InvalidLockSettingException;
import io.github.lockstarter.zookeeper.ZooKeeperSettings;

/**
 * The {@code distributed-lock.zookeeper.*} properties.
 */
@ConfigurationProperties("distributed-lock.zookeeper")
public class ZooKeeperLockProperties {

	/**
	 * Servers that keep the locks, with their ports, separated by commas, and a path that
	 * all nodes are below if there is one, such as zk1:2181,zk2:2181/prod.
	 */
	private @Nullable String connectString;

	/**
	 * How long the servers are to keep the session of an instance of which they hear
	 * nothing, and so the locks of one that has crashed. Leases are two thirds of it at
	 * most.
	 */
	private Duration sessionTimeout = Duration.ofSeconds(30);

	/**
	 * Node that all locks are below. All instances that share locks need the same.
	 */
	private String root = "/distributed-locks";

	/**
	 * What is added to each fencing token: larger than all tokens that another store, or
	 * another ensemble, has given before.
	 */
	private long tokenOffset;

	/**
	 * User to log in as, who alone may change what is written then.
	 */
	private @Nullable String username;

	/**
	 * Password of that user.
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

	/**
	 * The settings, checked.
	 */
	ZooKeeperSettings settings() {
		if (this.connectString == null || this.connectString.isBlank()) {
			throw new NoConnectStringException();
		}
		if (this.tokenOffset < 0) {
			throw new InvalidLockSettingException("zookeeper.token-offset", this.tokenOffset, "must not be negative");
		}
		return new ZooKeeperSettings(this.connectString.strip(), this.sessionTimeout, this.root, this.username,
				this.password);
	}

}
