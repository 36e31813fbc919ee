package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The limit: a fair lock that needs no network.
 */
final class InProcessLock implements Contender {

	private final ConcurrentMap<String, ReentrantLock> locks = new ConcurrentHashMap<>();

	@Override
	public Runnable acquire(String name) {
		ReentrantLock lock = this.locks.computeIfAbsent(name, (key) -> new ReentrantLock(true));
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
	}

}
