package io.github.lockstarter.zookeeper;

import java.time.Duration;

import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.common.PathUtils;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.DurationText;

/**
 * The checked settings of this store.
 *
 * @param connectString the servers, such as "zk1:2181,zk2:2181,zk3:2181", optionally
 * followed by the path above all nodes
 * @param sessionTimeout how long the session of a silent instance lives
 * @param root the node above all locks
 * @param username the user name, or null; with a user only that user may change the nodes
 * @param password the password, or null
 */
public record ZooKeeperSettings(String connectString, Duration sessionTimeout, String root, @Nullable String username,
		@Nullable String password) {

	private static final Duration SHORTEST = Duration.ofSeconds(1);

	private static final Duration LONGEST = Duration.ofHours(1);

	/**
	 * Checks the settings.
	 * @throws LockStartException if a value is out of range
	 */
	public ZooKeeperSettings {
		try {
			if (new ConnectStringParser(connectString).getServerAddresses().isEmpty()) {
				throw new IllegalArgumentException("it names no server");
			}
		}
		catch (RuntimeException ex) {
			throw LockStartException.ofProperty("zookeeper.connect-string", "'" + connectString + "'",
					"must name servers with their ports, such as zk1:2181,zk2:2181,zk3:2181");
		}
		if (sessionTimeout.compareTo(SHORTEST) < 0 || sessionTimeout.compareTo(LONGEST) > 0) {
			throw LockStartException.ofProperty("zookeeper.session-timeout", DurationText.of(sessionTimeout),
					"must be between " + DurationText.of(SHORTEST) + " and " + DurationText.of(LONGEST));
		}
		try {
			PathUtils.validatePath(root);
		}
		catch (IllegalArgumentException ex) {
			throw LockStartException.ofProperty("zookeeper.root", "'" + root + "'",
					"must be the path of a node, such as /distributed-locks");
		}
		if (root.equals("/")) {
			throw LockStartException.ofProperty("zookeeper.root", "'/'",
					"must be the path of a node below the root node, such as /distributed-locks");
		}
		if ((username == null) != (password == null)) {
			throw LockStartException.ofProperty((username != null) ? "zookeeper.password" : "zookeeper.username",
					"not set", "must be set, because the user name and the password belong together");
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
	 * The path at the end of the connect string.
	 * @return the path, such as "/prod"; empty if there is none
	 */
	public String chroot() {
		String path = this.connectString.substring(servers().length());
		return path.equals("/") ? "" : path;
	}

	/**
	 * The path of the node above all locks.
	 * @return the path of the connect string, and the root
	 */
	public String path() {
		return chroot() + this.root;
	}

	private int pathLength() {
		int begin = this.connectString.indexOf('/');
		return (begin < 0) ? 0 : this.connectString.length() - begin;
	}

	/**
	 * The settings of an application that configures its servers only.
	 * @param connectString the servers, such as "zk1:2181,zk2:2181,zk3:2181"
	 * @param sessionTimeout how long the session of a silent instance lives
	 */
	public ZooKeeperSettings(String connectString, Duration sessionTimeout) {
		this(connectString, sessionTimeout, "/distributed-locks", null, null);
	}

}
