package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.retry.ExponentialBackoffRetry;

import io.github.lockstarter.session.SessionLease;

/**
 * A lock among Curator's recipes.
 */
final class CuratorLock implements Contender {

	private final CuratorFramework client;

	private final BiFunction<CuratorFramework, String, InterProcessMutex> recipe;

	private final ConcurrentMap<String, InterProcessMutex> locks = new ConcurrentHashMap<>();

	private CuratorLock(Endpoint endpoint, BiFunction<CuratorFramework, String, InterProcessMutex> recipe) {
		this.client = client(endpoint);
		this.recipe = recipe;
	}

	static Contender alone(Endpoint endpoint) {
		return new CuratorLock(endpoint, InterProcessMutex::new);
	}

	static Contender reading(Endpoint endpoint) {
		return new CuratorLock(endpoint, (client, path) -> new InterProcessReadWriteLock(client, path).readLock());
	}

	static Contender writing(Endpoint endpoint) {
		return new CuratorLock(endpoint, (client, path) -> new InterProcessReadWriteLock(client, path).writeLock());
	}

	/**
	 * A client that has started, with a session that is as long as the lease needs.
	 */
	static CuratorFramework client(Endpoint endpoint) {
		CuratorFramework client = CuratorFrameworkFactory.builder()
			.connectString(endpoint.connectString())
			.sessionTimeoutMs((int) SessionLease.session(endpoint.lease()).toMillis())
			.retryPolicy(new ExponentialBackoffRetry(100, 3))
			.build();
		client.start();
		return client;
	}

	/**
	 * Where the lock of that name is.
	 */
	static String path(String name) {
		return "/curator/" + name.replace(':', '-');
	}

	@Override
	public Runnable acquire(String name) {
		// one that knows its threads, as one keeps it in an application
		InterProcessMutex lock = this.locks.computeIfAbsent(name, (each) -> this.recipe.apply(this.client, path(each)));
		try {
			lock.acquire();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		return () -> release(lock);
	}

	private static void release(InterProcessMutex lock) {
		try {
			lock.release();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.client.close();
	}

}
