package io.github.lockstarter.simulation.scale;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;

/**
 * A part of a load: callers that take a lock and give it back.
 */
final class Part {

	private static final Duration WAIT = Duration.ofMinutes(5);

	private final Fleet fleet;

	private final String name;

	private long begun;

	private long pairs;

	private long failed;

	private long waitedNanos;

	/**
	 * Nobody has asked yet.
	 * @param fleet where it is
	 * @param name what the names of its locks begin with
	 */
	Part(Fleet fleet, String name) {
		this.fleet = fleet;
		this.name = name;
	}

	/**
	 * Takes a lock and gives it back.
	 * @param member the instance
	 * @param lock what its name ends with
	 * @param holdNanos how long it is held
	 */
	void pair(Member member, String lock, long holdNanos) {
		this.begun++;
		long asked = this.fleet.now();
		member.acquire(LockRequest.of(this.name + "-" + lock).waitTime(WAIT)).whenComplete((lease, failure) -> {
			if (lease == null) {
				failed(lock, failure);
				return;
			}
			this.waitedNanos += this.fleet.now() - asked;
			this.fleet.tell(this.name + "-" + lock);
			member.after(holdNanos, () -> close(lock, lease));
		});
	}

	private void close(String lock, AsyncLease lease) {
		lease.close().whenComplete((nothing, failure) -> {
			if (failure != null) {
				failed(lock, failure);
			}
			else {
				this.pairs++;
			}
		});
	}

	private void failed(String lock, @Nullable Throwable failure) {
		this.failed++;
		this.fleet.tell(this.name + "-" + lock + " " + failure);
	}

	String name() {
		return this.name;
	}

	/**
	 * What it has cost the server.
	 */
	Traffic.Counts traffic() {
		return this.fleet.traffic().part(this.name);
	}

	boolean isOver() {
		return this.begun == this.pairs + this.failed;
	}

	long pairs() {
		return this.pairs;
	}

	long failed() {
		return this.failed;
	}

	/**
	 * From the question to the lock, all together.
	 */
	long waitedNanos() {
		return this.waitedNanos;
	}

}
