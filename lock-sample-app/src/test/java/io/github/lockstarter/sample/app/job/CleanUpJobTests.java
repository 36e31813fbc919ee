package io.github.lockstarter.sample.app.job;

import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = { CleanUpJob.class, CleanUpJobTests.CountingLog.class })
@AutoConfigureTestLocks
class CleanUpJobTests {

	@Autowired
	private CleanUpJob job;

	@Autowired
	private CountingLog log;

	@Autowired
	private TestLocks testLocks;

	@BeforeEach
	void startAfterTheLastRun() {
		this.testLocks.advanceTime(Duration.ofSeconds(2));
		this.log.runs = 0;
	}

	@Test
	void jobIsSkippedWhileAnotherServerRunsIt() {
		this.testLocks.holdElsewhere("clean-up");
		this.job.cleanUp();
		assertThat(this.log.runs).isZero();
	}

	@Test
	void jobRunsOnceThoughTheClocksOfTwoServersDiffer() {
		this.job.cleanUp();
		this.testLocks.advanceTime(Duration.ofMillis(200));
		this.job.cleanUp();
		assertThat(this.log.runs).isOne();
		this.testLocks.advanceTime(Duration.ofSeconds(2));
		this.job.cleanUp();
		assertThat(this.log.runs).isEqualTo(2);
	}

	/**
	 * Counts the runs instead of writing them down.
	 */
	static class CountingLog extends JobLog {

		private int runs;

		CountingLog() {
			super(null, null);
		}

		@Override
		void ran() {
			this.runs++;
		}

	}

}
