package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often a quorum is asked.
 */
// a figure, not a rule
@Tag("slow")
@Timeout(600)
class QuorumRoundsIntegrationTests {

	private static final Logger logger = LoggerFactory.getLogger(QuorumRoundsIntegrationTests.class);

	private static final LockRequest REQUEST = LockRequest.of("job").waitTime(Duration.ofSeconds(60));

	private static final int CONTENDERS = 4;

	private static final int TURNS = 250;

	// Four times what it is; without a floor it is more.
	private static final double MOST = 0.15;

	private final ThreeMasters masters = new ThreeMasters();

	private final List<LockInstance> instances = new ArrayList<>();

	private final CountedNode counted = new CountedNode();

	@AfterEach
	void stop() {
		this.instances.forEach(LockInstance::close);
		this.masters.close();
	}

	@Test
	void fourContendersSeldomNeedASecondRound() throws Exception {
		for (int i = 0; i < CONTENDERS; i++) {
			this.instances
				.add(LockInstance.on(this.masters.store(LockInstance.DEFAULTS, Duration.ZERO, this.counted::of),
						LockInstance.DEFAULTS, new SystemLockClock()));
		}
		long begin = System.nanoTime();
		CompletableFuture<?>[] callers = this.instances.stream().map((server) -> CompletableFuture.runAsync(() -> {
			for (int turn = 0; turn < TURNS; turn++) {
				server.locks().acquire(REQUEST).close();
			}
		}, (task) -> new Thread(task).start())).toArray(CompletableFuture<?>[]::new);
		CompletableFuture.allOf(callers).get(600, TimeUnit.SECONDS);
		double turns = CONTENDERS * TURNS;
		double raised = this.counted.rounds("raise") / turns;
		logger.info("%d turns in %d ms; for each: %.3f proposals, %.3f raised tokens, %.3f withdrawals".formatted(
				(int) turns, (System.nanoTime() - begin) / 1_000_000, this.counted.rounds("propose") / turns, raised,
				this.counted.rounds("withdraw") / turns));
		assertThat(raised).isLessThan(MOST);
	}

}
