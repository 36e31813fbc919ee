package io.github.lockstarter.sample.app.job;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * A job that every server starts by its own clock, and one of them runs.
 */
@Component
public class CleanUpJob {

	private final JobLog log;

	CleanUpJob(JobLog log) {
		this.log = log;
	}

	/**
	 * Cleans up, on the server that comes first; the others skip it. The minimum hold
	 * keeps the lock for longer than two clocks differ: the job takes a moment only, and
	 * a server whose clock is late would otherwise find the lock free again.
	 */
	@Scheduled(cron = "${sample.job.cron}")
	@DistributedLocked(name = "clean-up", waitTime = "0", minHold = "2s", onNotAcquired = OnNotAcquired.SKIP)
	public void cleanUp() {
		this.log.ran();
	}

}
