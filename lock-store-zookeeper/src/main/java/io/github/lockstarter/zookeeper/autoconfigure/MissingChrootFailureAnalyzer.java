package io.github.lockstarter.zookeeper.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.zookeeper.MissingChrootException;

/**
 * Explains how to create the path of the connect string.
 */
final class MissingChrootFailureAnalyzer extends AbstractFailureAnalyzer<MissingChrootException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MissingChrootException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Create it as a user with the right to, and let the user of the locks create nodes below it. Existing "
						+ "nodes stay as they are:\n\n" + String.join("\n", cause.getCommands()) + "\n\nOr remove '"
						+ cause.getChroot() + "' from the end of distributed-lock.zookeeper.connect-string.",
				cause);
	}

}
