package io.github.lockstarter.redis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.text.DurationText;

/**
 * Keeps one server from granting locks until all leases have ended that it may have
 * forgotten in a restart; a restart breaks every connection, so a client asks for the
 * uptime when it connects.
 */
final class RestartDelay {

	private final LockClock clock;

	private final Duration delay;

	private volatile long startedAtLatest;

	private volatile boolean started;

	RestartDelay(LockClock clock, Duration delay) {
		this.clock = clock;
		this.delay = delay;
	}

	void onConnected(ServerIdentity server) {
		if (this.delay.isZero()) {
			return;
		}
		if (server.uptimeSeconds() < 0) {
			throw new IllegalStateException(
					"it does not report its uptime: distributed-lock.redis.restart-delay needs the right +info");
		}
		this.startedAtLatest = server.startedNanos(this.clock.nanoTime());
		this.started = true;
	}

	@Nullable StoreException refusal(String address) {
		if (!this.started) {
			return null;
		}
		Duration up = Duration.ofNanos(this.clock.nanoTime() - this.startedAtLatest);
		Duration left = this.delay.minus(up);
		if (left.isNegative() || left.isZero()) {
			return null;
		}
		return new StoreException(StoreException.Outcome.NOT_SENT,
				"Redis at " + address + " started " + seconds(up) + " ago and may have lost leases: "
						+ "it grants locks again in " + seconds(left.plusMillis(999))
						+ " (distributed-lock.redis.restart-delay)",
				null);
	}

	private static String seconds(Duration duration) {
		return DurationText.of(Duration.ofSeconds(Math.max(duration.toSeconds(), 1)));
	}

}
