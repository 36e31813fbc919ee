package io.github.lockstarter.sample.app.job;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * A job that is due on every server at once, and runs on one.
 */
@Component
public class CleanUpJob {

	private final JobLog log;

	CleanUpJob(JobLog log) {
		this.log = log;
	}

	/**
	 * Runs on the first server; the others skip it. The minimum hold keeps the lock for
	 * longer than the clocks of two servers differ: the job is short, and a server whose
	 * clock is late would otherwise find the lock free again.
	 */
	@Scheduled(cron = "${sample.job.cron}")
	@DistributedLocked(name = "clean-up", waitTime = "0", minHold = "2s", onNotAcquired = OnNotAcquired.SKIP)
	public void cleanUp() {
		this.log.ran();
	}

}
