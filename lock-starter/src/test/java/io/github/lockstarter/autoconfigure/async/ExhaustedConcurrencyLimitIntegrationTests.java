package io.github.lockstarter.autoconfigure.async;

/**
 * An executor that makes a thread for each task, and has no more than two at once.
 */
class ExhaustedConcurrencyLimitIntegrationTests extends ExhaustedExecutor {

	ExhaustedConcurrencyLimitIntegrationTests() {
		super(Pool.LIMITED);
	}

}
