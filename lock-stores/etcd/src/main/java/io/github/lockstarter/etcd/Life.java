package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.Slots;
import io.github.lockstarter.store.Moment;

/**
 * One session: a lease of etcd.
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

	String key() {
		return this.key;
	}

	Slots slots() {
		return this.slots;
	}

	Duration ttl() {
		return this.ttl;
	}

	String cluster() {
		return this.cluster;
	}

	Moment heard() {
		return this.heard;
	}

	void heard(Moment sent) {
		this.heard = sent;
	}

	// The largest revision seen.
	long revision() {
		return this.revision.get();
	}

	// Returns false if etcd has forgotten something that it had answered before.
	boolean remembers(Json header, long before) {
		long now = header.at("revision").number();
		String of = header.at("cluster_id").text();
		this.revision.accumulateAndGet(now, Math::max);
		return now >= before && of.equals(this.cluster);
	}

}
