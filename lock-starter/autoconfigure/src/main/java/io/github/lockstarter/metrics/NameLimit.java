package io.github.lockstarter.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.text.LoggedText;

/**
 * Limits the number of different values of a tag: the first namespaces keep their names,
 * all others share one. A monitoring system pays for each value, and an application that
 * puts the changing part of a lock into its namespace creates as many as it has users.
 * Thread-safe.
 */
public final class NameLimit {

	/**
	 * The name that all namespaces beyond the limit share.
	 */
	public static final String OTHER = "other";

	private static final Logger logger = LoggerFactory.getLogger(NameLimit.class);

	private final int most;

	private final Set<String> known = ConcurrentHashMap.newKeySet();

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile boolean full;

	public NameLimit(int most) {
		this.most = most;
	}

	// The same each time.
	public String tag(String namespace) {
		return (this.known.contains(namespace) || (!this.full && isAdded(namespace))) ? namespace : OTHER;
	}

	private boolean isAdded(String namespace) {
		this.mutex.lock();
		try {
			if (this.known.size() < this.most || this.known.contains(namespace)) {
				this.known.add(namespace);
				return true;
			}
			if (!this.full) {
				this.full = true;
				logger.warn("More than " + this.most + " lock namespaces: \"" + LoggedText.name(namespace)
						+ "\" and all that follow are \"" + OTHER + "\" in meters and spans. Pass the changing part "
						+ "of a lock as its key, LockRequest.of(\"order\", id), or raise "
						+ "distributed-lock.metrics.max-names.");
			}
			return false;
		}
		finally {
			this.mutex.unlock();
		}
	}

}
