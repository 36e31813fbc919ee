package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;

/**
 * One open lease on a {@link Hold}: knows whether it was closed and whether its user was
 * told of a loss; everything else is the hold's.
 */
final class HoldLease implements Lease {

	private final Hold hold;

	private final LeaseTerms terms;

	private final AtomicBoolean closed = new AtomicBoolean();

	private volatile boolean told;

	HoldLease(Hold hold, LeaseTerms terms) {
		this.hold = hold;
		this.terms = terms;
	}

	LeaseTerms terms() {
		return this.terms;
	}

	@Override
	public String name() {
		return this.hold.name();
	}

	@Override
	public long fencingToken() {
		return this.hold.fencingToken();
	}

	@Override
	public boolean isHeld() {
		return !this.closed.get() && this.hold.isHeld();
	}

	@Override
	public Duration remaining() {
		return isHeld() ? this.hold.remaining() : Duration.ZERO;
	}

	@Override
	public void ensureHeld() {
		if (!this.hold.isHeld() && this.hold.isLost()) {
			this.told = true;
			throw LockMessages.lost(name(), this.hold.lossReason());
		}
		if (this.closed.get()) {
			throw new IllegalStateException("The lease on lock '" + name() + "' is closed: work under the lock must "
					+ "end before the lease is closed");
		}
	}

	@Override
	public Lease onLost(Runnable listener) {
		Objects.requireNonNull(listener, "listener");
		if (!this.closed.get() || this.hold.isLost()) {
			this.hold.onLost(this, listener);
		}
		return this;
	}

	/**
	 * A listener of this lease is told of the loss.
	 */
	void told() {
		this.told = true;
	}

	@Override
	public void release() {
		end(true);
	}

	@Override
	public void releaseNow() {
		end(false);
	}

	@Override
	public void close() {
		if (end(true) && !this.told) {
			this.told = true;
			throw LockMessages.lost(name(), this.hold.lossReason());
		}
	}

	/**
	 * Closes the lease.
	 * @param completed whether its work ended normally
	 * @throws LockLostException if it was lost, told or not
	 */
	void closeOrThrow(boolean completed) {
		if (end(completed)) {
			throw LockMessages.lost(name(), this.hold.lossReason());
		}
	}

	/**
	 * Returns whether the lease is lost.
	 */
	private boolean end(boolean completed) {
		if (this.closed.compareAndSet(false, true)) {
			return this.hold.close(this, completed);
		}
		return false;
	}

	@Override
	public String toString() {
		return "Lease[" + name() + ", token " + fencingToken() + ", " + (isHeld() ? "held" : "over") + "]";
	}

}
