package io.github.lockstarter.jdbc.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.jdbc.UnusableTablesException;

/**
 * Explains how to create the tables of the locks.
 */
final class UnusableTablesFailureAnalyzer extends AbstractFailureAnalyzer<UnusableTablesException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnusableTablesException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set distributed-lock.jdbc.initialize-schema=always, if the user may create tables. Otherwise have an "
						+ "administrator create them, and grant the user the right to read and change them:\n\n"
						+ String.join(";\n", cause.getDefinitions())
						+ ";\n\nA table of another version has to be renamed or dropped first, while no application "
						+ "uses it.",
				cause);
	}

}
