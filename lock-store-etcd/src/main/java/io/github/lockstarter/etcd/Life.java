package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.store.Moment;

/**
 * One session: a lease of etcd, which the leader ends when it has not heard of it for its
 * time to live.
 *
 * <p>
 * The leader counts from when it is asked to keep it alive. But who answers that may have
 * been replaced already, and not know it yet. So it counts when a read by a majority has
 * followed, in the same term: then the leader was the leader. A new leader begins to
 * count anew, so that a session never ends earlier than that.
 */
final class Life {

	private final String lease;

	private final String key;

	private final Duration ttl;

	private final String cluster;

	private final Slots slots;

	private final AtomicLong revision;

	private volatile Moment heard;

	Life(String lease, String key, Duration ttl, String cluster, long revision, Moment heard) {
		this.lease = lease;
		this.key = key;
		this.ttl = ttl;
		this.cluster = cluster;
		this.slots = new Slots(lease);
		this.revision = new AtomicLong(revision);
		this.heard = heard;
	}

	String lease() {
		return this.lease;
	}

	/**
	 * The key that is there as long as the session.
	 */
	String key() {
		return this.key;
	}

	/**
	 * The keys of its places.
	 */
	Slots slots() {
		return this.slots;
	}

	Duration ttl() {
		return this.ttl;
	}

	/**
	 * The cluster that it is with.
	 */
	String cluster() {
		return this.cluster;
	}

	Moment heard() {
		return this.heard;
	}

	void heard(Moment sent) {
		this.heard = sent;
	}

	/**
	 * The largest revision that was seen.
	 */
	long revision() {
		return this.revision.get();
	}

	/**
	 * Takes note of the head of an answer.
	 * @param before what {@link #revision()} was when it was asked
	 * @return false if etcd has forgotten what it had told
	 */
	boolean remembers(Json header, long before) {
		long now = header.at("revision").number();
		String of = header.at("cluster_id").text();
		this.revision.accumulateAndGet(now, Math::max);
		return now >= before && of.equals(this.cluster);
	}

}
