package io.github.lockstarter.jdbc.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains how to configure the database of the locks.
 */
final class NoLockDatabaseFailureAnalyzer extends AbstractFailureAnalyzer<NoLockDatabaseException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NoLockDatabaseException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set distributed-lock.jdbc.url, with .username and .password, or spring.datasource.url. Or qualify a "
						+ "DataSource bean that has connections for the locks alone with @LockDataSource.",
				cause);
	}

}
