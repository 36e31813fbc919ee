package io.github.lockstarter.session;

import java.time.Duration;

import io.github.lockstarter.text.DurationText;

/**
 * The server ends sessions without a heartbeat before the leases of this application end.
 */
public final class SessionTooShortException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String property;

	private final Duration session;

	private final Duration lease;

	/**
	 * Creates the exception.
	 * @param label the server
	 * @param property the property with the session timeout, without its prefix
	 * @param session the session timeout
	 * @param lease the length of a renewed lease
	 */
	public SessionTooShortException(String label, String property, Duration session, Duration lease) {
		super(label + " ends a session without a heartbeat after " + DurationText.of(session) + ": a lease can be "
				+ DurationText.of(SessionLease.longest(session)) + " at most, but distributed-lock.lease-time is "
				+ DurationText.of(lease));
		this.property = property;
		this.session = session;
		this.lease = lease;
	}

	/**
	 * The property with the session timeout.
	 * @return its name, without the prefix
	 */
	public String getProperty() {
		return this.property;
	}

	/**
	 * The session timeout.
	 * @return what the server has agreed to
	 */
	public Duration getSession() {
		return this.session;
	}

	/**
	 * The length of a renewed lease.
	 * @return what the application uses
	 */
	public Duration getLease() {
		return this.lease;
	}

}
