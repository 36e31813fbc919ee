package io.github.lockstarter.etcd.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains how to configure the members.
 */
final class NoEndpointsFailureAnalyzer extends AbstractFailureAnalyzer<NoEndpointsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NoEndpointsException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set distributed-lock.etcd.endpoints, such as http://etcd1:2379,http://etcd2:2379,http://etcd3:2379. "
						+ "The locks have a client of their own.",
				cause);
	}

}
