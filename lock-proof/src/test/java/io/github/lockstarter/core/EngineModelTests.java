package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * All interleavings of a caller that acquires and an application context that closes.
 * Whoever gets a lock is one of the holders that the stop waits for; whoever does not
 * leaves nothing in the store.
 */
class EngineModelTests {

	@BeforeAll
	static void quiet() {
		ModelStore.quiet();
	}

	@AfterAll
	static void loud() {
		ModelStore.loud();
	}

	@Test
	void whoGetsALockIsAHolderForTheStopAndWhoDoesNotLeavesNothing() {
		Scenarios.of(Instance.class, 120)
			.add(List.of(), List.of("acquire"), List.of("stop"))
			.add(List.of(), List.of("acquireFair"), List.of("stop"))
			.check();
	}

	/**
	 * An application instance that runs. Its threads are no part of the model: the engine
	 * is not started but told that it was, past its private state. A renewal thread would
	 * run outside of the model checker's schedule.
	 */
	public static final class Instance {

		private final ModelClock clock = new ModelClock();

		private final ModelStore store = ModelStore.answeringAtOnce();

		private final Engine engine = this.store.engine(this.clock);

		private final Object owner = new Object();

		private volatile boolean held;

		private volatile int holdersAtStop = -1;

		public Instance() {
			this.store.onStop(() -> this.holdersAtStop = this.engine.holds().size());
			running(this.engine);
		}

		@Operation(runOnce = true, nonParallelGroup = "caller")
		public String acquire() {
			return acquire(false);
		}

		@Operation(runOnce = true, nonParallelGroup = "caller")
		public String acquireFair() {
			return acquire(true);
		}

		@Operation(runOnce = true, nonParallelGroup = "context")
		public void stop() {
			this.engine.stop();
		}

		@Validate
		public void holderIsKnownToTheStopAndToTheStore() {
			if (this.held && this.holdersAtStop == 0) {
				throw new IllegalStateException("The stop did not wait for the holder");
			}
			if (this.held != (this.store.owner() != null)) {
				throw new IllegalStateException(
						"The caller holds: " + this.held + ", the store says: " + this.store.owner());
			}
		}

		private String acquire(boolean fair) {
			Contender contender = new Contender(this.engine, new HoldKey(this.owner, ModelStore.NAME),
					new LeaseTerms(ModelStore.LEASE, true, 0), fair, WaitBudget.of(this.clock.nanoTime(),
							Duration.ofSeconds(10).toNanos(), this.engine.commandTimeoutNanos()),
					() -> {
					});
			while (!contender.advance(null)) {
				// every answer is there at once
			}
			Outcome.Failed failure = contender.failure();
			this.held = this.held || failure == null;
			return (failure != null) ? failure.reason().name() : "held";
		}

		@SuppressWarnings("unchecked")
		private static void running(Engine engine) {
			var state = (AtomicReference<Object>) ReflectionTestUtils.getField(engine, "state");
			Class<?> states = state.get().getClass();
			state.set(Arrays.stream(states.getEnumConstants())
				.filter((each) -> each.toString().equals("RUNNING"))
				.findAny()
				.orElseThrow());
		}

	}

}
