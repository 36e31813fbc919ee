package io.github.lockstarter.core;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All interleavings of a few calls to the local queue: what joins, passes and abandons
 * answer is what they would answer one after the other. So a turn becomes current or is
 * abandoned, never both and never neither.
 */
// the model checker
@Tag("slow")
class LocalQueuesModelTests {

	@Test
	void everyInterleavingIsAsIfOneAfterTheOther() {
		new ModelCheckingOptions().threads(3)
			.actorsPerThread(2)
			.actorsBefore(1)
			.actorsAfter(1)
			.iterations(6)
			.invocationsPerIteration(100)
			.minimizeFailedScenario(false)
			.check(Queue.class);
	}

	/**
	 * The queue of one name. Three callers have joined before the first call; each then
	 * does what is its own to do: look whether its turn has come and pass it, or give up.
	 */
	public static final class Queue {

		private static final String NAME = "order:4711";

		private final LocalQueues queues = new LocalQueues();

		private final LocalPlace[] turns = new LocalPlace[3];

		@Operation(nonParallelGroup = "0")
		public boolean passIfCurrent0() {
			return passIfCurrent(0);
		}

		@Operation(nonParallelGroup = "1")
		public boolean abandon1() {
			ready();
			return this.queues.abandon(this.turns[1]);
		}

		@Operation(nonParallelGroup = "1")
		public boolean passIfCurrent1() {
			return passIfCurrent(1);
		}

		@Operation(nonParallelGroup = "2")
		public boolean abandon2() {
			ready();
			return this.queues.abandon(this.turns[2]);
		}

		@Operation(nonParallelGroup = "2")
		public boolean passIfCurrent2() {
			return passIfCurrent(2);
		}

		private boolean passIfCurrent(int caller) {
			ready();
			if (this.queues.current(NAME) != this.turns[caller]) {
				return false;
			}
			this.queues.pass(this.turns[caller]);
			return true;
		}

		/**
		 * Not in the constructor: lincheck runs that outside of its model, where hash
		 * codes are others. The call before the parallel ones does it.
		 */
		private void ready() {
			for (int i = 0; i < this.turns.length && this.turns[i] == null; i++) {
				this.turns[i] = new LocalPlace(this.queues, NAME, new LocalPlace.Waiter() {

					@Override
					public void wake() {
					}

					@Override
					public boolean isRenewed() {
						return true;
					}

					@Override
					public StoreAttempt newAttempt() {
						throw new AssertionError("nobody asks");
					}

				});
				this.turns[i].join();
			}
		}

	}

}
