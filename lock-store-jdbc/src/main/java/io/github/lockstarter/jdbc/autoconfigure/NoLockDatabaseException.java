package io.github.lockstarter.jdbc.autoconfigure;

/**
 * No database is configured for the locks.
 */
final class NoLockDatabaseException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	NoLockDatabaseException(String why) {
		super("Distributed locks have no database of their own to connect to: " + why);
	}

}
