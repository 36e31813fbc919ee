package io.github.lockstarter.core;

import java.util.List;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * All interleavings of a few events in the life of a hold: its user closes it, its time
 * runs out, a renewal is answered. What anybody is told is what he would be told if they
 * came one after the other: it is given back in time or lost, never both, and once.
 */
// the model checker
@Tag("slow")
class HoldModelTests {

	@BeforeAll
	static void quiet() {
		ModelStore.quiet();
	}

	@AfterAll
	static void loud() {
		ModelStore.loud();
	}

	/**
	 * Seen to find: a loss that does not look at the state, an end without the mutex, a
	 * reason of a loss that is read outside of the mutex.
	 */
	@Test
	void holdIsGivenBackOrLostNeverBoth() {
		List<String> before = List.of("isHeld");
		Scenarios.of(OneUser.class, 100)
			.within(Hold.class, LossNotice.class, Handover.class, HoldRenewal.class, SingleLease.class)
			.add(before, List.of("close", "timeRunsOut"), List.of("isHeld", "isLost"))
			.add(before, List.of("close"), List.of("timeRunsOut", "isHeld", "isLost"))
			.add(before, List.of("close"), List.of("isTaken", "isLost"))
			.add(before, List.of("timeRunsOut", "isHeld"), List.of("isRenewed", "close"))
			.check();
	}

	/**
	 * One thread closes the lease, and learns whether it was lost.
	 */
	public static final class OneUser extends Life {

		@Operation(nonParallelGroup = "user")
		public void close() {
			closing().close();
		}

		@Operation
		public boolean isLost() {
			return lease().hold().isLost();
		}

	}

	/**
	 * A hold with one lease, and a renewal that is on its way. The store answers RELEASED
	 * to a RELEASE even after it has said LOST: the verdict is this JVM's alone.
	 */
	public abstract static class Life {

		private final ModelClock clock = new ModelClock();

		private final ModelStore store = ModelStore.answeringAtOnce();

		private final Engine engine = this.store.engine(this.clock);

		private SingleLease lease;

		private volatile boolean closed;

		@Operation
		public boolean isHeld() {
			return lease().hold().isHeld();
		}

		/**
		 * The first lease is over; the renewal, if it was answered in time, has a second
		 * left.
		 */
		@Operation(runOnce = true)
		public void timeRunsOut() {
			lease();
			this.clock.advanceMillis(ModelStore.LEASE - 1_000);
		}

		@Operation(nonParallelGroup = "redis")
		public void isRenewed() {
			lease();
			this.store.renewal().complete(ModelStore.renewed(Status.OWNED));
		}

		@Operation(nonParallelGroup = "redis")
		public void isTaken() {
			lease();
			this.store.renewal().complete(ModelStore.renewed(Status.LOST));
		}

		@Validate
		public void isGivenBackOnce() {
			if (this.closed && (this.store.releases() > 1 || this.engine.holds().size() != 0)) {
				throw new IllegalStateException(
						this.store.releases() + " releases, " + this.engine.holds().size() + " holds are left");
			}
		}

		final SingleLease closing() {
			SingleLease open = lease();
			this.closed = true;
			return open;
		}

		/**
		 * Not in the constructor: lincheck runs that outside of its model, where hash
		 * codes are others. The call before the parallel ones does it.
		 */
		final SingleLease lease() {
			if (this.lease == null) {
				this.store.acquire(ModelStore.NAME, "client:9", ModelStore.LEASE, 0, 0);
				Moment begin = this.clock.now();
				Ownership ownership = new Ownership("client:9", 1, 1, 17, begin);
				Hold hold = this.engine.hold(new HoldKey(Thread.currentThread(), ModelStore.NAME),
						new AttemptOutcome.Granted(ownership, LeaseDeadline.after(begin, ModelStore.LEASE), false),
						begin, null, AttemptEvents.NONE);
				this.lease = new SingleLease(hold,
						hold.begin(new LeaseTerms(ModelStore.LEASE, true, 0, ReleaseMode.CONFIRMED)));
				this.engine.began(hold);
				this.clock.advanceMillis(1_000);
				hold.renewal().extend(ModelStore.LEASE);
			}
			return this.lease;
		}

	}

}
