package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

import io.github.lockstarter.session.SessionLease;

/**
 * Curator's recipe for an exclusive lock, in a session that is as long as the lease
 * needs.
 */
final class CuratorLock implements Contender {

	private final CuratorFramework client;

	private final ConcurrentMap<String, InterProcessMutex> locks = new ConcurrentHashMap<>();

	CuratorLock(Endpoint endpoint) {
		this.client = CuratorFrameworkFactory.builder()
			.connectString(endpoint.connectString())
			.sessionTimeoutMs((int) SessionLease.session(endpoint.lease()).toMillis())
			.retryPolicy(new ExponentialBackoffRetry(100, 3))
			.build();
		this.client.start();
	}

	@Override
	public Runnable acquire(String name) {
		// one that knows its threads, as one keeps it in an application
		InterProcessMutex lock = this.locks.computeIfAbsent(name,
				(each) -> new InterProcessMutex(this.client, "/curator/" + each.replace(':', '-')));
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
