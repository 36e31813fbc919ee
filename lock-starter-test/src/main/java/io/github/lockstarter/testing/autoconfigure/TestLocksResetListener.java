package io.github.lockstarter.testing.autoconfigure;

import java.util.function.Consumer;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

import io.github.lockstarter.testing.TestLocks;

/**
 * Closes what a test method has left open, so that the next one finds no lock held
 * elsewhere and no outage. That is around the transaction of a test, which may keep locks
 * until it is rolled back.
 */
public final class TestLocksResetListener extends AbstractTestExecutionListener {

	// That of TransactionalTestExecutionListener is 4,000.
	private static final int BEFORE_THE_TRANSACTION = 3_900;

	@Override
	public int getOrder() {
		return BEFORE_THE_TRANSACTION;
	}

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
