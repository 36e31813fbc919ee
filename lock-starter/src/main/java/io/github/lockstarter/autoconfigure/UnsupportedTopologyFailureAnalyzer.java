package io.github.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.redis.UnsupportedTopologyException;

final class UnsupportedTopologyFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedTopologyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedTopologyException cause) {
		return new FailureAnalysis(
				"The Redis connection factory of the application has a " + cause.getTopology()
						+ ". Distributed locks cannot be kept there.",
				"Keep the locks on a standalone Redis, on a Unix socket, behind Redis Sentinel, on Redis Cluster or on "
						+ "a static master with replicas: change spring.data.redis.*, or leave it and define a second LettuceConnectionFactory for such "
						+ "a Redis, a bean annotated with @Bean(defaultCandidate = false) and @LockConnectionFactory.",
				cause);
	}

}
