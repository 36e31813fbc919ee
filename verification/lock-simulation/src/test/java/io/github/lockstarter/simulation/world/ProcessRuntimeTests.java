package io.github.lockstarter.simulation.world;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProcessRuntime} and its {@link Process}.
 */
class ProcessRuntimeTests {

	private static final long SECOND = 1_000_000_000;

	private final World world = new World(1, new Story(null));

	private final Process process = new Process(this.world, "process");

	private final ProcessRuntime runtime = new ProcessRuntime(this.process);

	@Test
	void loopThatIsWokenBeforeItsFirstPassPassesAllTheSame() {
		LongPause body = new LongPause();
		LockRuntime.Loop loop = this.runtime.loop(ThreadKind.RENEWAL, body, Duration.ofSeconds(1));
		loop.start();
		loop.wake();
		this.world.run(SECOND);
		assertThat(body.passes).isEqualTo(1);
	}

	@Test
	void machineThatSleepsAlreadySleepsOnlyForLonger() {
		long begin = this.process.nanoTime();
		this.process.sleep(3 * SECOND);
		this.world.at(null, SECOND, () -> this.process.sleep(3 * SECOND));
		this.world.run(10 * SECOND);
		assertThat(Duration.ofNanos(this.process.nanoTime() - begin).toMillis()).isBetween(5_900L, 6_100L);
	}

	private static final class LongPause implements LockRuntime.LoopBody {

		private int passes;

		@Override
		public void pass() {
			this.passes++;
		}

		@Override
		public long pauseNanos() {
			return 100 * SECOND;
		}

		@Override
		public void failed(Throwable failure) {
			throw new AssertionError(failure);
		}

	}

}
