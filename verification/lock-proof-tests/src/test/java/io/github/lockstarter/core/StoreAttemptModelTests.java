package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.PushMessage;

/**
 * All interleavings of a few events in the life of a waiter: it gives up or its time is
 * over, while the lock is handed to it by a message or by the answer to a poll. It is
 * granted or refused, never one and then the other; and when everything that was on its
 * way has arrived, the store says the same as the waiter.
 */
// the model checker
@Tag("slow")
class StoreAttemptModelTests {

	/**
	 * Seen to find: giving up without the mutex; a message or an answer that grants to
	 * whoever has failed.
	 */
	@Test
	void waiterIsGrantedOrRefusedAndTheStoreAgrees() {
		Scenarios.of(Waiter.class, 50)
			.add(List.of(), List.of("giveUp", "outcome"), List.of("lockIsHandedOver"))
			.add(List.of(), List.of("waitEnds", "outcome"), List.of("lockIsHandedOver", "answerArrives"))
			.add(List.of(), List.of("poll", "giveUp"), List.of("lockIsHandedOver", "answerArrives"))
			.add(List.of(), List.of("poll", "giveUp"), List.of("answerArrives"))
			.add(List.of(), List.of("poll", "answerArrives"), List.of("lockIsHandedOver"))
			.check();
	}

	/**
	 * A waiter that has asked once; another instance holds the lock.
	 */
	public static final class Waiter {

		private static final Duration WAIT = Duration.ofSeconds(10);

		private final ModelClock clock = new ModelClock();

		private final ModelStore store = ModelStore.answeringLater();

		private final Engine engine = this.store.engine(this.clock);

		private final StoreAttempt acquisition;

		{
			this.store.takenByAnother();
			this.acquisition = new StoreAttempt(this.engine.context(), ModelStore.NAME,
					new LeaseTerms(ModelStore.LEASE, true, 0, ReleaseMode.CONFIRMED),
					WaitBudget.of(this.clock.nanoTime(), WAIT.toNanos(), this.engine.context().answerTime()), false,
					() -> {
					});
			this.acquisition.start();
			deliver();
		}

		// ----- the caller

		@Operation(nonParallelGroup = "caller")
		public String giveUp() {
			this.acquisition.abandon(Refusal.CANCELLED);
			return text(this.acquisition.outcome());
		}

		@Operation(nonParallelGroup = "caller")
		public void poll() {
			this.acquisition.askNow();
			this.acquisition.advance(null);
		}

		@Operation(nonParallelGroup = "caller", runOnce = true)
		public void waitEnds() {
			this.clock.advanceMillis(WAIT.toMillis());
			this.acquisition.advance(null);
		}

		@Operation(nonParallelGroup = "caller")
		public String outcome() {
			return text(this.acquisition.outcome());
		}

		// ----- the store

		@Operation(nonParallelGroup = "store", runOnce = true)
		public void lockIsHandedOver() {
			this.store.releasedByAnother();
			messageArrives();
		}

		@Operation(nonParallelGroup = "store")
		public void answerArrives() {
			deliver();
		}

		@Validate
		public void storeSaysTheSame() {
			becomeQuiet();
			if (this.acquisition.outcome() instanceof AttemptOutcome.Failed && this.store.isAnybodyWaiting()) {
				throw new IllegalStateException("The waiter has failed and is still in the queue");
			}
			this.store.releasedByAnother();
			becomeQuiet();
			AttemptOutcome outcome = this.acquisition.outcome();
			boolean owner = this.store.owner() != null;
			if (owner != (outcome instanceof AttemptOutcome.Granted) || this.store.isAnybodyWaiting()) {
				throw new IllegalStateException(
						"The waiter says " + text(outcome) + ", the store says " + this.store.owner());
			}
		}

		private void becomeQuiet() {
			boolean anything = true;
			while (anything) {
				anything = messageArrives() | deliver();
			}
		}

		private boolean messageArrives() {
			PushMessage message = this.store.message();
			if (message != null) {
				this.engine.context().attempts().onHandOff(message);
			}
			return message != null;
		}

		private boolean deliver() {
			ModelStore.Answer answer = this.store.answer();
			if (answer != null) {
				answer.answered().complete(answer.reply());
			}
			return answer != null;
		}

		private static String text(@Nullable AttemptOutcome outcome) {
			return (outcome != null) ? outcome.getClass().getSimpleName() : "open";
		}

	}

}
