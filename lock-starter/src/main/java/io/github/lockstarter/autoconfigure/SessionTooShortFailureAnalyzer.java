package io.github.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.session.SessionTooShortException;
import io.github.lockstarter.text.DurationText;

final class SessionTooShortFailureAnalyzer extends AbstractFailureAnalyzer<SessionTooShortException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, SessionTooShortException cause) {
		String longest = DurationText.of(SessionLease.longest(cause.getSession()));
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set distributed-lock." + cause.getProperty() + "=" + DurationText.of(cause.getSession())
						+ " and distributed-lock.lease-time=" + longest
						+ " or less. Or let the servers keep sessions for "
						+ DurationText.of(SessionLease.session(cause.getLease())) + ".",
				cause);
	}

}
