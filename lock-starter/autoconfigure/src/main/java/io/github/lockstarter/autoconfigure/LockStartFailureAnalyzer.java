package io.github.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.store.LockStartException;

final class LockStartFailureAnalyzer extends AbstractFailureAnalyzer<LockStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LockStartException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.getAction(), cause);
	}

}
