package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;

/**
 * The semaphore among Curator's recipes.
 */
final class CuratorPermits implements Contender {

	private final CuratorFramework client;

	private final ConcurrentMap<String, InterProcessSemaphoreV2> semaphores = new ConcurrentHashMap<>();

	CuratorPermits(Endpoint endpoint) {
		this.client = CuratorLock.client(endpoint);
	}

	@Override
	public Runnable acquire(String name) {
		InterProcessSemaphoreV2 semaphore = this.semaphores.computeIfAbsent(name,
				(each) -> new InterProcessSemaphoreV2(this.client, CuratorLock.path("permits-" + each),
						Contenders.PERMITS));
		try {
			Lease lease = semaphore.acquire();
			return () -> semaphore.returnLease(lease);
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
