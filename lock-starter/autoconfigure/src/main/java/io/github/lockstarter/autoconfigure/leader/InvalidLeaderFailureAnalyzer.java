package io.github.lockstarter.autoconfigure.leader;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.aspect.leader.InvalidLeaderException;

class InvalidLeaderFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLeaderException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLeaderException cause) {
		String element = cause.getElement().startsWith("bean ") ? "The " : "The method ";
		String description = element + cause.getElement() + " is annotated with @DistributedLeader, but it "
				+ cause.getReason();
		return new FailureAnalysis(description.endsWith(".") ? description : description + ".", cause.getAction(),
				cause);
	}

}
