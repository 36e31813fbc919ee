package io.github.lockstarter.proof.workload;

import java.util.List;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.proof.workload.LockUnderTest.Held;
import io.github.lockstarter.proof.workload.LockUnderTest.Part;
import io.github.lockstarter.proof.workload.LockUnderTest.RefusedException;

/**
 * A lease of the starter, with the locks in it. Made when the caller could look at it for
 * the first time.
 */
final class HeldLeases implements Held {

	private final List<HeldPart> parts;

	private final Runnable end;

	/**
	 * Creates the locks.
	 * @param end gives the lease back, and throws a {@link LockLostException} if it was
	 * lost
	 */
	HeldLeases(Lease lease, List<String> names, Runnable end) {
		this.parts = names.stream().map((name) -> new HeldPart(lease.on(name).orElseThrow())).toList();
		this.end = end;
	}

	@Override
	public List<HeldPart> parts() {
		return this.parts;
	}

	@Override
	public boolean close() {
		try {
			this.end.run();
			return true;
		}
		catch (LockLostException | RefusedException ex) {
			return false;
		}
	}

	/**
	 * One lock.
	 */
	private static final class HeldPart implements Part {

		private final Lease lease;

		private final boolean heldAtBegin;

		HeldPart(Lease lease) {
			this.lease = lease;
			this.heldAtBegin = lease.isHeld();
		}

		@Override
		public long token() {
			return this.lease.fencingToken();
		}

		@Override
		public long remainingNanos() {
			return this.lease.remaining().toNanos();
		}

		@Override
		public boolean wasHeldAtBegin() {
			return this.heldAtBegin;
		}

		@Override
		public void onLost(Runnable listener) {
			this.lease.onLost(listener);
		}

	}

}
