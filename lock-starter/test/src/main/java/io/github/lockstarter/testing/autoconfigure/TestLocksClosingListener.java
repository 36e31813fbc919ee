package io.github.lockstarter.testing.autoconfigure;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

import io.github.lockstarter.testing.TestLocks;

/**
 * Closes what a test method has left open immediately after it, so that the end of its
 * transaction finds no outage.
 */
public final class TestLocksClosingListener extends AbstractTestExecutionListener {

	@Override
	public void afterTestMethod(TestContext testContext) {
		TestLocksResetListener.with(testContext, TestLocks::reset);
	}

}
