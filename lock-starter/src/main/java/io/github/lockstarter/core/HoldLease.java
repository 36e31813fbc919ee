package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.text.LoggedText;

/**
 * One open lease on a {@link Hold}: knows whether it was closed and whether its user was
 * told of a loss; everything else is the hold's.
 */
final class HoldLease implements EngineLease {

	private final Hold hold;

	private final LockIdentity lock;

	private final HoldState state;

	private final OpenLease open;

	private final AtomicBoolean closed = new AtomicBoolean();

	// What its listeners use lives as long as the lease; the hold knows them weakly.
	private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

	/**
	 * Creates the lease.
	 * @param hold whose lease it is
	 * @param open what the hold knows of it
	 */
	HoldLease(Hold hold, OpenLease open) {
		this.hold = hold;
		this.lock = hold.lock();
		this.state = hold.state();
		this.open = open;
		open.usedBy(this);
	}

	Hold hold() {
		return this.hold;
	}

	OpenLease open() {
		return this.open;
	}

	@Override
	public String name() {
		return this.lock.name();
	}

	@Override
	public long fencingToken() {
		return this.lock.token();
	}

	@Override
	public boolean isHeld() {
		return !this.closed.get() && this.state.isHeld();
	}

	@Override
	public Duration remaining() {
		return isHeld() ? this.state.remaining() : Duration.ZERO;
	}

	@Override
	public void ensureHeld() {
		if (!this.state.isHeld() && this.state.isLost()) {
			this.open.told();
			throw lost();
		}
		if (this.closed.get()) {
			throw new IllegalStateException("The lease on lock '" + LoggedText.name(name())
					+ "' is closed: work under the lock must " + "end before the lease is closed");
		}
	}

	@Override
	public Lease onLost(Runnable listener) {
		Objects.requireNonNull(listener, "listener");
		if (!this.closed.get() || this.state.isLost()) {
			// before it can be told: until then nobody else keeps it
			this.listeners.add(listener);
			if (!this.state.onLost(this.open, listener)) {
				this.listeners.remove(listener);
			}
		}
		return this;
	}

	@Override
	public boolean isToldOfLoss() {
		return this.open.isTold();
	}

	@Override
	public void release() {
		closeAndWait(WorkEnd.NORMAL);
	}

	@Override
	public void releaseNow() {
		closeAndWait(WorkEnd.FAILED);
	}

	@Override
	public void close() {
		if (closeAndWait(WorkEnd.NORMAL) && !this.open.isTold()) {
			this.open.told();
			throw lost();
		}
	}

	@Override
	public void closeOrThrow(WorkEnd work) {
		if (closeAndWait(work)) {
			throw lost();
		}
	}

	@Override
	public CompletionStage<Optional<LockLostException>> end(WorkEnd work) {
		if (!this.closed.compareAndSet(false, true)) {
			return CompletableFuture.completedFuture(Optional.empty());
		}
		try {
			return this.hold.closeLater(this.open, work)
				.thenApply((over) -> over ? Optional.of(lost()) : Optional.empty());
		}
		finally {
			this.listeners.clear(); // the close may be what finds the loss, and tells it
		}
	}

	/**
	 * Returns whether the lease is lost.
	 */
	private boolean closeAndWait(WorkEnd work) {
		if (!this.closed.compareAndSet(false, true)) {
			return false;
		}
		try {
			return this.hold.close(this.open, work);
		}
		finally {
			this.listeners.clear();
		}
	}

	/**
	 * Why it was lost, in words; empty while it is not.
	 */
	String lossText() {
		return this.state.lossText();
	}

	/**
	 * What its user is told of the loss.
	 */
	LockLostException lost() {
		return LockMessages.lost(name(), lossText());
	}

	@Override
	public String toString() {
		return "Lease[" + LoggedText.name(name()) + ", token " + fencingToken() + ", " + (isHeld() ? "held" : "over")
				+ "]";
	}

}
