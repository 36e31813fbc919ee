package io.github.lockstarter.benchmark.contender;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * A bean with a locked method, as an application has it.
 */
class AnnotatedBean {

	@DistributedLocked(name = AnnotatedLock.NAME, key = "#name", waitTime = "10m")
	void locked(String name, Runnable work) {
		work.run();
	}

}
