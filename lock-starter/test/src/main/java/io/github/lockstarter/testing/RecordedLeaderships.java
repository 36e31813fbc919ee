package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.leader.LeadershipObserver;

/**
 * Knows which leaderships the application has, and which of its listeners was called with
 * what.
 */
final class RecordedLeaderships implements LeadershipObserver {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final Set<Leadership> joined = ConcurrentHashMap.newKeySet();

	// Those whose granted has returned, and whose revoked has not.
	private final Set<String> leading = ConcurrentHashMap.newKeySet();

	@Override
	public void joined(Leadership leadership) {
		this.joined.add(leadership);
	}

	@Override
	public void granted(Leadership leadership) {
		this.leading.add(leadership.name());
	}

	@Override
	public void revoked(Leadership leadership, String reason) {
		this.leading.remove(leadership.name());
	}

	@Override
	public void left(Leadership leadership) {
		this.joined.remove(leadership);
	}

	void requireJoined(String name) {
		if (this.joined.stream().noneMatch((leadership) -> leadership.name().equals(name))) {
			throw new IllegalStateException("The application has not joined leadership '" + name + "'");
		}
	}

	boolean isLeading(String name) {
		return this.leading.contains(name);
	}

	void await(String name, boolean leads) {
		long begin = System.nanoTime();
		while (isLeading(name) != leads) {
			if (System.nanoTime() - begin > PATIENCE.toNanos()) {
				throw new IllegalStateException("The listener of leadership '" + name + "' has not returned from "
						+ (leads ? "granted" : "revoked") + " for " + PATIENCE.toSeconds() + "s");
			}
			LockSupport.parkNanos(LOOK_NANOS);
		}
	}

	// Renewals are due after a third of the lease: they run before the next step.
	Duration shorter(Duration step, int stepsPerLease) {
		return this.joined.stream()
			.map((leadership) -> leadership.leaseTime().dividedBy(stepsPerLease))
			.reduce(step, (one, other) -> (other.compareTo(one) < 0) ? other : one);
	}

}
