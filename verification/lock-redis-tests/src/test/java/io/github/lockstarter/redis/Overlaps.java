package io.github.lockstarter.redis;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.Lease;

/**
 * Counts who enters while another one, whose lease holds, is inside.
 */
final class Overlaps {

	private final AtomicReference<Lease> inside = new AtomicReference<>();

	private final AtomicInteger entries = new AtomicInteger();

	private final AtomicInteger count = new AtomicInteger();

	void entered(Lease lease) {
		this.entries.incrementAndGet();
		Lease other = this.inside.getAndSet(lease);
		if (other != null && other.isHeld() && lease.isHeld()) {
			this.count.incrementAndGet();
		}
	}

	/**
	 * Leaves, and gives the lock back.
	 */
	void leave(Lease lease) {
		this.inside.compareAndSet(lease, null);
		lease.close();
	}

	int entries() {
		return this.entries.get();
	}

	int count() {
		return this.count.get();
	}

}
