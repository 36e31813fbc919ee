package io.github.lockstarter.core;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whoever reads the log at DEBUG reads the story of each attempt, with observers or
 * without.
 */
@ExtendWith(LogCapture.class)
class AttemptLogTests {

	private final ScriptedStore store = new ScriptedStore(new ManualClock());

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), new ManualClock(),
			List.of());

	@AfterEach
	void quiet() {
		level(null);
		this.locks.stop();
	}

	private static void level(Level level) {
		((Logger) LoggerFactory.getLogger(AttemptEvents.class.getPackageName())).setLevel(level);
	}

	@Test
	void storyOfAnAttemptIsInTheLog(LogCapture.CapturedLog output) {
		level(Level.DEBUG);
		this.store.grantEverything();
		this.locks.acquire(LockRequest.of("order:1")).close();
		assertThat(output.toString()).containsSubsequence("on lock 'order:1' begins",
				"is granted to client:1 by an answer, fencing token 1000", "acquired it after 0ms, fencing token 1000",
				"released it, fencing token 1000");
	}

	@Test
	void nothingIsToldWhereNobodyReads(LogCapture.CapturedLog output) {
		this.store.grantEverything();
		this.locks.acquire(LockRequest.of("order:1")).close();
		assertThat(output.toString()).doesNotContain("order:1");
	}

}
