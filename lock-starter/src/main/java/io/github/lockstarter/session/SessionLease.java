package io.github.lockstarter.session;

import java.time.Duration;

import io.github.lockstarter.store.LeaseMargins;
import io.github.lockstarter.store.Moment;

/**
 * How long a lease may be so that the session outlives it: who ends a session counts from
 * the last sign of life that has reached it, which is older than the answer that a holder
 * has. The lease of a session that is cut off has ended before the next in line has the
 * lock.
 */
public final class SessionLease {

	// What ends sessions may have heard nothing for a third of that time, though it has
	// answered just now.
	private static final int PARTS = 2;

	private static final int OF_PARTS = 3;

	private SessionLease() {
	}

	/**
	 * The longest lease that is ever granted.
	 * @param session how long a session lives of which nothing is heard
	 * @return two thirds of that, in whole milliseconds
	 */
	public static Duration longest(Duration session) {
		return Duration.ofMillis(session.toMillis() * PARTS / OF_PARTS);
	}

	/**
	 * How long a session has to be.
	 * @param lease the longest lease
	 * @return half as long again, in whole milliseconds
	 */
	public static Duration session(Duration lease) {
		return Duration.ofMillis((lease.toMillis() * OF_PARTS + PARTS - 1) / PARTS);
	}

	/**
	 * What is granted.
	 * @param askedMillis the lease that was asked for
	 * @param session how long the session lives of which nothing is heard
	 * @param sent before the question was sent that was answered
	 * @param heard when something was heard of the session, at the latest
	 * @return milliseconds from {@code sent}; not positive if the session may be over
	 */
	static long granted(long askedMillis, Duration session, Moment sent, Moment heard) {
		long life = session.toMillis() - LeaseMargins.driftMillis(session.toMillis());
		long left = sent.nanosUntil(heard.plusMillis(life)) / 1_000_000;
		return Math.min(Math.min(askedMillis, longest(session).toMillis()), left);
	}

}
