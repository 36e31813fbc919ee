package io.github.lockstarter.jdbc;

import java.sql.SQLException;

/**
 * The database answers, but cannot keep locks as it is configured.
 */
public final class UnusableDatabaseException extends SQLException {

	private static final long serialVersionUID = 1L;

	// Feature not supported.
	private static final String STATE = "0A000";

	private final String remedy;

	UnusableDatabaseException(String message, String remedy) {
		super(message, STATE);
		this.remedy = remedy;
	}

	/**
	 * What to change.
	 * @return one or more sentences
	 */
	public String getRemedy() {
		return this.remedy;
	}

}
