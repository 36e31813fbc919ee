package io.github.lockstarter.zookeeper.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains how to configure the servers.
 */
final class NoConnectStringFailureAnalyzer extends AbstractFailureAnalyzer<NoConnectStringException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NoConnectStringException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set distributed-lock.zookeeper.connect-string, such as zk1:2181,zk2:2181,zk3:2181. The locks have a "
						+ "client of their own: a CuratorFramework bean of the application is not used.",
				cause);
	}

}
