package io.github.lockstarter.session;

import java.time.Duration;

import io.github.lockstarter.store.LeaseMargins;
import io.github.lockstarter.store.Moment;

/**
 * The longest lease that a session outlives. The server counts a session from the last
 * heartbeat that it has received, which is older than the answer that a holder has. So
 * the lease of a partitioned session has ended before the next in line has the lock.
 */
public final class SessionLease {

	// The server may not have received a heartbeat for a third of the session timeout,
	// though it has answered just now.
	private static final int PARTS = 2;

	private static final int OF_PARTS = 3;

	private SessionLease() {
	}

	/**
	 * The longest lease that is ever granted.
	 * @param session the session timeout
	 * @return two thirds of it, in whole milliseconds
	 */
	public static Duration longest(Duration session) {
		return Duration.ofMillis(session.toMillis() * PARTS / OF_PARTS);
	}

	/**
	 * The session timeout for a lease.
	 * @param lease the longest lease
	 * @return half as long again, in whole milliseconds
	 */
	public static Duration session(Duration lease) {
		return Duration.ofMillis((lease.toMillis() * OF_PARTS + PARTS - 1) / PARTS);
	}

	// Milliseconds from "sent" on; not positive if the session may be over.
	static long granted(long askedMillis, Duration session, Moment sent, Moment heard) {
		long life = session.toMillis() - LeaseMargins.driftMillis(session.toMillis());
		long left = sent.nanosUntil(heard.plusMillis(life)) / 1_000_000;
		return Math.min(Math.min(askedMillis, longest(session).toMillis()), left);
	}

}
