package io.github.lockstarter.autoconfigure.async;

import org.junit.jupiter.api.Tag;

/**
 * An executor that makes a thread for each task, and has no more than two at once.
 */
// waits for seconds; ExhaustedExecutorIntegrationTests has the same with two threads
@Tag("slow")
class ExhaustedConcurrencyLimitIntegrationTests extends ExhaustedExecutor {

	ExhaustedConcurrencyLimitIntegrationTests() {
		super(Pool.LIMITED);
	}

}
