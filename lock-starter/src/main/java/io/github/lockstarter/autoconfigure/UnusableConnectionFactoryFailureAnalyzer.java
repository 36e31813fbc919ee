package io.github.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class UnusableConnectionFactoryFailureAnalyzer
		extends AbstractFailureAnalyzer<UnusableConnectionFactoryException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnusableConnectionFactoryException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.getAction(), cause);
	}

}
