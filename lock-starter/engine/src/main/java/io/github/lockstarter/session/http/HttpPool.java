package io.github.lockstarter.session.http;

import java.net.http.HttpClient;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.LockClock;

/**
 * The connections to the members: a client of the JDK, replaced when connections of its
 * pool may be dead.
 */
final class HttpPool {

	private static final Logger logger = LoggerFactory.getLogger(HttpPool.class);

	// Longer than the pause between two keep-alives of a session; few firewalls forget
	// connections earlier.
	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final Supplier<HttpClient> clients;

	private final LockClock clock;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile Generation latest;

	HttpPool(Supplier<HttpClient> clients, LockClock clock) {
		this.clients = clients;
		this.clock = clock;
		this.latest = new Generation(clients.get());
	}

	// Call answered() or failed() at the end of the request.
	Generation take(int member) {
		this.mutex.lock();
		try {
			Deque<Long> idle = this.latest.idle(member);
			Long longest = idle.peek();
			if (longest != null && this.clock.nanoTime() - longest > QUIET_NANOS) {
				replace("A connection was quiet for long");
				return this.latest;
			}
			idle.poll();
			return this.latest;
		}
		finally {
			this.mutex.unlock();
		}
	}

	void answered(Generation by, int member) {
		this.mutex.lock();
		try {
			by.idle(member).add(this.clock.nanoTime());
		}
		finally {
			this.mutex.unlock();
		}
	}

	// The answer did not come in time, or the connection broke.
	void failed(Generation by) {
		this.mutex.lock();
		try {
			if (by == this.latest) {
				replace("A connection has ended or does not answer");
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void replace(String why) {
		logger.debug(why + ": existing connections are not used for further requests");
		this.latest = new Generation(this.clients.get());
	}

	static final class Generation {

		private final HttpClient client;

		// By member: since when each of its connections has been idle, the longest first.
		private final Map<Integer, Deque<Long>> idle = new HashMap<>();

		Generation(HttpClient client) {
			this.client = client;
		}

		HttpClient client() {
			return this.client;
		}

		private Deque<Long> idle(int member) {
			return this.idle.computeIfAbsent(member, (index) -> new ArrayDeque<>());
		}

	}

}
