package io.github.lockstarter.testing.documentation;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.stereotype.Component;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * A job that counts its runs.
 */
@Component
class CleanUpJob {

	private final AtomicInteger runs = new AtomicInteger();

	@DistributedLocked(name = "clean-up", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
	void cleanUp() {
		this.runs.incrementAndGet();
	}

	int runs() {
		return this.runs.get();
	}

}
