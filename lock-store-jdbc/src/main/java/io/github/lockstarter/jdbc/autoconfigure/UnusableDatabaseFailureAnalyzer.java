package io.github.lockstarter.jdbc.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.jdbc.UnusableDatabaseException;

/**
 * Explains what to change in a database that cannot keep locks.
 */
final class UnusableDatabaseFailureAnalyzer extends AbstractFailureAnalyzer<UnusableDatabaseException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnusableDatabaseException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				cause.getRemedy() + ". The locks are in the database of distributed-lock.jdbc.url, of the DataSource "
						+ "that is qualified with @LockDataSource, or of spring.datasource.url: the first that is "
						+ "configured.",
				cause);
	}

}
