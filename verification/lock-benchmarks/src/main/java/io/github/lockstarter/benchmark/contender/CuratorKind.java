package io.github.lockstarter.benchmark.contender;

import java.util.function.BiFunction;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;

/**
 * The recipes for locks that Curator has.
 */
enum CuratorKind {

	/**
	 * {@code InterProcessMutex}: exclusive.
	 */
	MUTEX("/curator/", (client, path) -> of(new InterProcessMutex(client, path))),

	/**
	 * The read lock of an {@code InterProcessReadWriteLock}.
	 */
	READ("/curator-read-write/", (client, path) -> of(new InterProcessReadWriteLock(client, path).readLock())),

	/**
	 * The write lock of the same.
	 */
	WRITE("/curator-read-write/", (client, path) -> of(new InterProcessReadWriteLock(client, path).writeLock())),

	/**
	 * {@code InterProcessSemaphoreV2}, with as many leases as the starter has permits.
	 */
	PERMIT("/curator-semaphore/", (client, path) -> of(new InterProcessSemaphoreV2(client, path, Contenders.PERMITS)));

	private final String parent;

	private final BiFunction<CuratorFramework, String, Recipe> factory;

	CuratorKind(String parent, BiFunction<CuratorFramework, String, Recipe> factory) {
		this.parent = parent;
		this.factory = factory;
	}

	Recipe recipe(CuratorFramework client, String name) {
		return this.factory.apply(client, this.parent + name.replace(':', '-'));
	}

	private static Recipe of(InterProcessLock lock) {
		return () -> {
			lock.acquire();
			return lock::release;
		};
	}

	private static Recipe of(InterProcessSemaphoreV2 semaphore) {
		return () -> {
			Lease lease = semaphore.acquire();
			return () -> semaphore.returnLease(lease);
		};
	}

	/**
	 * One lock.
	 */
	@FunctionalInterface
	interface Recipe {

		/**
		 * Waits for the lock.
		 * @return releases it
		 */
		Step acquire() throws Exception;

	}

	/**
	 * What Curator lets fail.
	 */
	@FunctionalInterface
	interface Step {

		void run() throws Exception;

	}

}
