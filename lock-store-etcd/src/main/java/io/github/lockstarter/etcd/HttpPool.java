package io.github.lockstarter.etcd;

import java.net.http.HttpClient;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.store.LockClock;

/**
 * The connections to the members: a client of the JDK, which another one replaces when
 * connections of its pool may be dead. That client takes idle connections in turn, keeps
 * them for 20 minutes on JDK 17, and drops one on request of nobody. Firewalls, NAT
 * gateways and load balancers forget quiet connections earlier, and without a word: each
 * request on such a connection waits for its answer in vain, and the outage grows with
 * the number of connections of the last burst.
 *
 * <p>
 * So the client is replaced before a request would get a connection that was quiet for
 * too long, and after the first request without an answer, whose connection is not the
 * only one that may be dead. Requests on their way stay with the former client; its idle
 * connections end when it is collected as garbage.
 */
final class HttpPool {

	private static final Log logger = LogFactory.getLog(HttpPool.class);

	// The pause between two signs of life of a session is shorter, and what forgets
	// connections earlier is rare.
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

	/**
	 * The client for a request that is sent now, to be given back to
	 * {@link #answered(Generation, int)} or {@link #failed(Generation)}.
	 * @param member which member is asked
	 */
	Generation take(int member) {
		this.mutex.lock();
		try {
			Deque<Long> idle = this.latest.idle(member);
			Long longest = idle.peek();
			if (longest != null && this.clock.nanoTime() - longest > QUIET_NANOS) {
				replace("A connection to etcd was quiet for long");
				return this.latest;
			}
			idle.poll();
			return this.latest;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * A request has its answer, so that its connection is idle.
	 */
	void answered(Generation by, int member) {
		this.mutex.lock();
		try {
			by.idle(member).add(this.clock.nanoTime());
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * A request has no answer in time, or its connection has broken.
	 */
	void failed(Generation by) {
		this.mutex.lock();
		try {
			if (by == this.latest) {
				replace("A connection to etcd has ended or says nothing");
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void replace(String why) {
		logger.debug(why + ": no connection of before is used for another request");
		this.latest = new Generation(this.clients.get());
	}

	/**
	 * A client and what is known of its pool.
	 */
	static final class Generation {

		private final HttpClient client;

		// since when the connections to each member are idle, the longest first
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
