package io.github.lockstarter.redis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.text.DurationText;

/**
 * Keeps one server from granting locks until what it may have forgotten in a restart has
 * ended. A restart breaks every connection, so whoever connects asks how long the server
 * has been up; nothing is shared between instances, and nothing is stored.
 */
final class RestartDelay {

	private final LockClock clock;

	private final Duration delay;

	private volatile long startedAtLatest;

	private volatile boolean started;

	/**
	 * Creates the delay of one server.
	 * @param clock the clocks of this JVM
	 * @param delay for how long it grants nothing after its start, zero for not at all
	 */
	RestartDelay(LockClock clock, Duration delay) {
		this.clock = clock;
		this.delay = delay;
	}

	/**
	 * A connection stands, and the server has just said how long it has been up.
	 * @throws IllegalStateException if it has not, and it matters
	 */
	void onConnected(Server server) {
		if (this.delay.isZero()) {
			return;
		}
		if (server.uptimeSeconds() < 0) {
			throw new IllegalStateException("it does not tell how long it has been up: distributed-lock.redis."
					+ "restart-delay needs the right +info");
		}
		this.startedAtLatest = server.startedNanos(this.clock.nanoTime());
		this.started = true;
	}

	/**
	 * Why the server grants nothing now.
	 * @param address the server, for people
	 * @return what the stage of a question fails with, or null if it may be asked
	 */
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
				"Redis at " + address + " was started " + seconds(up) + " ago and may have forgotten what it granted: "
						+ "it grants locks again in " + seconds(left.plusMillis(999))
						+ " (distributed-lock.redis.restart-delay)",
				null);
	}

	private static String seconds(Duration duration) {
		return DurationText.of(Duration.ofSeconds(Math.max(duration.toSeconds(), 1)));
	}

}
