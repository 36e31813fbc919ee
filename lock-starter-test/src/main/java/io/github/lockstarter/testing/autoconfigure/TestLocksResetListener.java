package io.github.lockstarter.testing.autoconfigure;

import java.util.function.Consumer;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

import io.github.lockstarter.testing.TestLocks;

/**
 * Closes what a test method has left open, so that the next one finds no lock held
 * elsewhere and no outage.
 */
public final class TestLocksResetListener extends AbstractTestExecutionListener {

	@Override
	public void beforeTestMethod(TestContext testContext) {
		with(testContext, TestLocks::beginTest);
	}

	@Override
	public void afterTestMethod(TestContext testContext) {
		with(testContext, TestLocks::endTest);
	}

	private static void with(TestContext testContext, Consumer<TestLocks> action) {
		if (testContext.hasApplicationContext()) {
			testContext.getApplicationContext().getBeanProvider(TestLocks.class).ifUnique(action);
		}
	}

}
