package io.github.lockstarter.peer;

import java.time.Duration;
import java.util.List;

import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson as one application instance uses it, with its defaults but for the time after
 * which the watchdog lets a lock end: that is the lease. All methods may be called from
 * any thread.
 */
public final class RedissonLocks implements AutoCloseable {

	private final List<RedissonClient> clients;

	private RedissonLocks(List<RedissonClient> clients) {
		this.clients = clients;
	}

	/**
	 * Connects to one server, or to several that know nothing of each other.
	 * @param lease how long a lock lasts that is not renewed
	 * @param servers their addresses, {@code redis://host:port}
	 * @return the locks; close them
	 */
	public static RedissonLocks open(Duration lease, List<String> servers) {
		return new RedissonLocks(servers.stream().map((server) -> {
			Config config = new Config();
			config.setLockWatchdogTimeout(lease.toMillis());
			config.useSingleServer().setAddress(server);
			return Redisson.create(config);
		}).toList());
	}

	/**
	 * One of Redisson's locks.
	 * @param kind which of them
	 * @param name its name
	 * @return the lock
	 */
	public RLock lock(RedissonKind kind, String name) {
		return kind.lock(this.clients, name);
	}

	/**
	 * The lock that counts its holders, on the first server.
	 * @param name its name
	 * @return the lock
	 */
	public RFencedLock fencedLock(String name) {
		return this.clients.get(0).getFencedLock(name);
	}

	@Override
	public void close() {
		this.clients.forEach(RedissonClient::shutdown);
	}

}
