package io.github.lockstarter.redis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.DurationText;

/**
 * The {@code distributed-lock.redis.*} settings.
 *
 * @param restartDelay for how long a server grants nothing after its start, because it
 * may have forgotten leases; zero for not at all
 * @param minReplicas how many replicas must have a lease before it counts
 * @param replicaTimeout how long to wait for them
 */
public record RedisSettings(Duration restartDelay, int minReplicas, Duration replicaTimeout) {

	/**
	 * No delay, and no replicas.
	 */
	public static final RedisSettings DEFAULTS = new RedisSettings(Duration.ZERO, 0, Duration.ofMillis(200));

	private static final String RESTART_DELAY = "redis.restart-delay";

	RedisSettings checkedWith(LockSettings settings) {
		if (this.restartDelay.isNegative()) {
			throw invalid("must be at least 0");
		}
		if (!this.restartDelay.isZero() && this.restartDelay.compareTo(settings.leaseTime()) < 0) {
			throw invalid("must be 0 or at least the lease time, which is " + DurationText.of(settings.leaseTime()));
		}
		checkReplicas(settings);
		return this;
	}

	private void checkReplicas(LockSettings settings) {
		if (this.minReplicas < 0) {
			throw LockStartException.ofProperty("redis.min-replicas", this.minReplicas, "must be at least 0");
		}
		if (this.minReplicas == 0) {
			return;
		}
		Duration most = settings.commandTimeout().dividedBy(2);
		if (this.replicaTimeout.toMillis() < 1 || this.replicaTimeout.compareTo(most) > 0) {
			throw LockStartException.ofProperty("redis.replica-timeout", DurationText.of(this.replicaTimeout),
					"must be between 1ms and half of the command timeout, which is " + DurationText.of(most));
		}
		if (!settings.handOffConfirm()) {
			throw LockStartException.ofProperty("hand-off.confirm", false,
					"must be true with distributed-lock.redis.min-replicas: a hand-off proves nothing of replicas");
		}
	}

	private LockStartException invalid(String reason) {
		return LockStartException.ofProperty(RESTART_DELAY, DurationText.of(this.restartDelay), reason);
	}

	@Nullable String objection(LockRequest request) {
		if (this.restartDelay.isZero()) {
			return null;
		}
		Duration lease = request.leaseTime().orElse(Duration.ZERO);
		boolean leased = lease.compareTo(request.minHold()) >= 0;
		Duration longest = leased ? lease : request.minHold();
		if (longest.compareTo(this.restartDelay) <= 0) {
			return null;
		}
		return "A " + (leased ? "fixed lease" : "minimum hold") + " of " + DurationText.of(longest)
				+ " is longer than distributed-lock." + RESTART_DELAY + " (" + DurationText.of(this.restartDelay)
				+ "): a restarted Redis that has lost it would grant the lock again before it ends. "
				+ "Make it shorter, or the delay longer.";
	}

}
