package io.github.lockstarter.autoconfigure.aspect;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.aspect.InvalidLockedMethodException;

class InvalidLockedMethodFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLockedMethodException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockedMethodException cause) {
		String element = cause.getMethod().contains("(") ? "The method " : "The class ";
		String description = element + cause.getMethod() + " is annotated with @DistributedLocked, but it "
				+ cause.getReason();
		return new FailureAnalysis(description.endsWith(".") ? description : description + ".", cause.getAction(),
				cause);
	}

}
