package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

import io.github.lockstarter.session.SessionLease;

/**
 * One of Curator's recipes, in a session that is as long as the lease needs.
 */
final class CuratorLock implements Contender {

	private final CuratorFramework client;

	private final CuratorKind kind;

	private final ConcurrentMap<String, CuratorKind.Recipe> locks = new ConcurrentHashMap<>();

	CuratorLock(Endpoint endpoint, CuratorKind kind) {
		this.kind = kind;
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
		CuratorKind.Recipe lock = this.locks.computeIfAbsent(name, (each) -> this.kind.recipe(this.client, each));
		try {
			CuratorKind.Step release = lock.acquire();
			return () -> run(release);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void run(CuratorKind.Step release) {
		try {
			release.run();
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
