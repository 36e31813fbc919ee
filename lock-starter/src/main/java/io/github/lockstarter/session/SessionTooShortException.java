package io.github.lockstarter.session;

import java.time.Duration;

import io.github.lockstarter.text.DurationText;

/**
 * The server ends sessions of which it hears nothing sooner than the leases of this
 * application would end.
 */
public final class SessionTooShortException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String property;

	private final Duration session;

	private final Duration lease;

	/**
	 * Creates the exception.
	 * @param label where the locks are
	 * @param property the property that says how long a session is to live, without
	 * prefix
	 * @param session how long it does
	 * @param lease the length of a renewed lease
	 */
	public SessionTooShortException(String label, String property, Duration session, Duration lease) {
		super(label + " ends a session of which it hears nothing after " + DurationText.of(session)
				+ ", so that a lease can be " + DurationText.of(SessionLease.longest(session))
				+ " at most, and distributed-lock.lease-time is " + DurationText.of(lease));
		this.property = property;
		this.session = session;
		this.lease = lease;
	}

	/**
	 * The property that says how long a session is to live.
	 * @return its name, without the prefix
	 */
	public String getProperty() {
		return this.property;
	}

	/**
	 * How long a session lives of which nothing is heard.
	 * @return what the server has agreed to
	 */
	public Duration getSession() {
		return this.session;
	}

	/**
	 * The length of a renewed lease.
	 * @return what the application asks for
	 */
	public Duration getLease() {
		return this.lease;
	}

}
