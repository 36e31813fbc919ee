package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.util.ReflectionTestUtils;

import io.github.lockstarter.ReleaseMode;

/**
 * All interleavings of a caller that acquires and an application context that closes.
 * Whoever gets a lock is one of the holders that the stop waits for; whoever does not
 * leaves nothing in the store.
 */
// the model checker
@Tag("slow")
class EngineModelTests {

	@BeforeAll
	static void quiet() {
		ModelStore.quiet();
	}

	@AfterAll
	static void loud() {
		ModelStore.loud();
	}

	/**
	 * Seen to find: a stop that does not abandon the attempts, does not wake the local
	 * queue, or refuses new callers only after it has looked for holders.
	 */
	@Test
	void stopWakesWhoeverWaits() {
		Scenarios.of(Instance.class, 50)
			.within(SingleEntry.class, StoreAttempt.class, Engine.class)
			.add(List.of("takenByAnother"), List.of("acquireFair"), List.of("stop"))
			.add(List.of("acquire"), List.of("acquireBehind"), List.of("stop"))
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

		private final ModelCaller first = new ModelCaller();

		private final ModelCaller second = new ModelCaller();

		private volatile int holdersAtStop = -1;

		{
			this.store.onStop(() -> this.holdersAtStop = this.engine.holds().size());
			running(this.engine);
		}

		@Operation(runOnce = true, nonParallelGroup = "caller")
		public void takenByAnother() {
			this.store.takenByAnother();
		}

		@Operation(runOnce = true, nonParallelGroup = "caller")
		public String acquire() {
			return this.first.acquire(false);
		}

		@Operation(runOnce = true, nonParallelGroup = "caller")
		public String acquireFair() {
			return this.first.acquire(true);
		}

		@Operation(runOnce = true, nonParallelGroup = "caller")
		public String acquireBehind() {
			return this.second.acquire(false);
		}

		@Operation(runOnce = true, nonParallelGroup = "context")
		public void stop() {
			this.engine.stop();
		}

		@Validate
		public void everyCallerIsAHolderForTheStopOrRefused() {
			boolean held = this.first.goOn() | this.second.goOn();
			if (held && this.holdersAtStop == 0) {
				throw new IllegalStateException("The stop did not wait for the holder");
			}
			this.store.releasedByAnother();
			if (held != (this.store.owner() != null)) {
				throw new IllegalStateException("A caller holds: " + held + ", the store says: " + this.store.owner());
			}
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

		/**
		 * A caller that has no thread: it goes on when it is woken.
		 */
		private final class ModelCaller {

			private final AtomicBoolean woken = new AtomicBoolean();

			private volatile @Nullable SingleEntry contender;

			String acquire(boolean fair) {
				this.contender = new SingleEntry(Instance.this.engine,
						new EntryRequest(new HoldKey(this, ModelStore.NAME), null,
								new LeaseTerms(ModelStore.LEASE, true, 0, ReleaseMode.CONFIRMED), fair,
								AttemptEvents.NONE),
						WaitBudget.of(Instance.this.clock.nanoTime(), Duration.ofSeconds(10).toNanos(),
								Instance.this.engine.context().answerTime()),
						() -> this.woken.set(true));
				this.woken.set(true);
				goOn();
				return this.contender.isOver() ? "over" : "waits";
			}

			/**
			 * Whether it has the lock.
			 */
			boolean goOn() {
				if (this.contender == null) {
					return false;
				}
				while (this.woken.getAndSet(false)) {
					this.contender.advance(null);
				}
				if (Instance.this.holdersAtStop >= 0 && !this.contender.isOver()) {
					throw new IllegalStateException("The stop did not wake the caller");
				}
				return this.contender.isAcquired();
			}

		}

	}

}
