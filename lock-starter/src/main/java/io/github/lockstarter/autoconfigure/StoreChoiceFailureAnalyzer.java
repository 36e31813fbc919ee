package io.github.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says in the log which stores there are, and what to write or to add.
 */
final class StoreChoiceFailureAnalyzer extends AbstractFailureAnalyzer<StoreChoiceException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, StoreChoiceException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.getAction(), cause);
	}

}
