package io.github.lockstarter.zookeeper;

import java.time.Duration;

import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.common.PathUtils;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.InvalidLockSettingException;
import io.github.lockstarter.text.DurationText;

/**
 * Where the locks are in ZooKeeper, checked.
 *
 * @param connectString the servers, such as "zk1:2181,zk2:2181,zk3:2181", and a path that
 * everything is below, if there is one
 * @param sessionTimeout how long a session is to live of which nothing is heard
 * @param root the node that all locks are below
 * @param username who to log in as, and who alone may change what is written; null for
 * nobody
 * @param password the password, or null
 */
public record ZooKeeperSettings(String connectString, Duration sessionTimeout, String root, @Nullable String username,
		@Nullable String password) {

	private static final Duration SHORTEST = Duration.ofSeconds(1);

	private static final Duration LONGEST = Duration.ofHours(1);

	/**
	 * Checks them.
	 * @throws InvalidLockSettingException if they do not fit
	 */
	public ZooKeeperSettings {
		try {
			if (new ConnectStringParser(connectString).getServerAddresses().isEmpty()) {
				throw new IllegalArgumentException("it names no server");
			}
		}
		catch (RuntimeException ex) {
			throw new InvalidLockSettingException("zookeeper.connect-string", "'" + connectString + "'",
					"must name servers with their ports, such as zk1:2181,zk2:2181,zk3:2181");
		}
		if (sessionTimeout.compareTo(SHORTEST) < 0 || sessionTimeout.compareTo(LONGEST) > 0) {
			throw new InvalidLockSettingException("zookeeper.session-timeout", DurationText.of(sessionTimeout),
					"must be between " + DurationText.of(SHORTEST) + " and " + DurationText.of(LONGEST));
		}
		try {
			PathUtils.validatePath(root);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidLockSettingException("zookeeper.root", "'" + root + "'",
					"must be the path of a node, such as /distributed-locks");
		}
		if (root.equals("/")) {
			throw new InvalidLockSettingException("zookeeper.root", "'/'",
					"must be the path of a node below it, such as /distributed-locks");
		}
		if ((username == null) != (password == null)) {
			throw new InvalidLockSettingException((username != null) ? "zookeeper.password" : "zookeeper.username",
					"not set", "must be set together with the other of the two");
		}
	}

	/**
	 * The servers, with their ports.
	 * @return the connect string without a path
	 */
	public String servers() {
		return this.connectString.substring(0, this.connectString.length() - pathLength());
	}

	/**
	 * The path at the end of the connect string, which everything is below.
	 * @return such as "/prod"; empty if there is none
	 */
	public String chroot() {
		String path = this.connectString.substring(servers().length());
		return path.equals("/") ? "" : path;
	}

	/**
	 * The path of the node that all locks are below.
	 * @return the path at the end of the connect string, and the root
	 */
	public String path() {
		return chroot() + this.root;
	}

	private int pathLength() {
		int begin = this.connectString.indexOf('/');
		return (begin < 0) ? 0 : this.connectString.length() - begin;
	}

	/**
	 * The settings of an application that says only where its servers are.
	 * @param connectString the servers, such as "zk1:2181,zk2:2181,zk3:2181"
	 * @param sessionTimeout how long a session is to live of which nothing is heard
	 */
	public ZooKeeperSettings(String connectString, Duration sessionTimeout) {
		this(connectString, sessionTimeout, "/distributed-locks", null, null);
	}

}
