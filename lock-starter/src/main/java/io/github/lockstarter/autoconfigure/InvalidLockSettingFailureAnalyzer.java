package io.github.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.core.InvalidLockSettingException;

final class InvalidLockSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLockSettingException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockSettingException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Change the property distributed-lock." + cause.getProperty() + ": it " + cause.getReason() + ".",
				cause);
	}

}
