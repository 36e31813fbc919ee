package io.github.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class StoreChoiceFailureAnalyzer extends AbstractFailureAnalyzer<StoreChoiceException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, StoreChoiceException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.getAction(), cause);
	}

}
