package io.github.lockstarter.testing.autoconfigure;

import java.util.function.Consumer;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

import io.github.lockstarter.testing.TestLocks;

/**
 * Begins and ends tests around their transaction, which may hold locks until it is rolled
 * back, so that the next test finds no lock held elsewhere, and no event.
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

	static void with(TestContext testContext, Consumer<TestLocks> action) {
		if (testContext.hasApplicationContext()) {
			testContext.getApplicationContext().getBeanProvider(TestLocks.class).ifUnique(action);
		}
	}

}
