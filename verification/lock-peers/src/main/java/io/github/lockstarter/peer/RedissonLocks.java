package io.github.lockstarter.peer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson as one application instance uses it, with its defaults but for the time after
 * which the watchdog lets a lock end: that is the lease. All methods may be called from
 * any thread.
 */
public final class RedissonLocks implements AutoCloseable {

	private final Duration lease;

	private final List<RedissonClient> clients;

	private final Map<String, RPermitExpirableSemaphore> limited = new ConcurrentHashMap<>();

	private RedissonLocks(Duration lease, List<RedissonClient> clients) {
		this.lease = lease;
		this.clients = clients;
	}

	/**
	 * Connects to one server, or to several that know nothing of each other.
	 * @param lease how long a lock lasts that is not renewed
	 * @param servers their addresses, {@code redis://host:port}
	 * @return the locks; close them
	 */
	public static RedissonLocks open(Duration lease, List<String> servers) {
		return new RedissonLocks(lease, servers.stream().map((server) -> {
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

	/**
	 * Waits for a permit of a {@code RPermitExpirableSemaphore}, on the first server. The
	 * permit lasts for a lease, and is not renewed.
	 * @param name the name of the semaphore
	 * @param limit how many permits it has; whoever comes first decides
	 * @return gives the permit back
	 * @throws IllegalStateException if the caller is interrupted
	 */
	public Runnable permit(String name, int limit) {
		RPermitExpirableSemaphore semaphore = this.limited.computeIfAbsent(name, (key) -> {
			RPermitExpirableSemaphore made = this.clients.get(0).getPermitExpirableSemaphore(key);
			made.trySetPermits(limit);
			return made;
		});
		try {
			String permit = semaphore.acquire(this.lease.toMillis(), TimeUnit.MILLISECONDS);
			return () -> semaphore.release(permit);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for a permit", ex);
		}
	}

	@Override
	public void close() {
		this.clients.forEach(RedissonClient::shutdown);
	}

}
