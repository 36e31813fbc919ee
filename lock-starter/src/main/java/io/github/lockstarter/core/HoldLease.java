package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

	private final LeaseTerms terms;

	private final AtomicBoolean closed = new AtomicBoolean();

	private volatile long begin;

	private volatile boolean told;

	// What its listeners use lives as long as the lease. Guarded by the hold's mutex.
	private List<Runnable> listeners = List.of();

	HoldLease(Hold hold, LeaseTerms terms) {
		this.hold = hold;
		this.terms = terms;
	}

	LeaseTerms terms() {
		return this.terms;
	}

	Hold hold() {
		return this.hold;
	}

	/**
	 * When its work could begin, on the monotonic clock: its minimum hold counts from
	 * there.
	 */
	long begin() {
		return this.begin;
	}

	/**
	 * Its work can begin now: where it needs other locks, not before the last of them.
	 */
	void begins(long now) {
		this.begin = now;
	}

	boolean isClosed() {
		return this.closed.get();
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
		if (!this.closed.get() || this.hold.isLost()) {
			this.hold.onLost(this, listener);
		}
		return this;
	}

	/**
	 * Keeps a listener alive.
	 */
	void keep(Runnable listener) {
		List<Runnable> kept = new ArrayList<>(this.listeners);
		kept.add(listener);
		this.listeners = kept;
	}

	/**
	 * The listeners are not told any more.
	 */
	void forget() {
		this.listeners = List.of();
	}

	/**
	 * A listener of this lease is told of the loss.
	 */
	void told() {
		this.told = true;
	}

	@Override
	public boolean isToldOfLoss() {
		return this.told;
	}

	@Override
	public void release() {
		closeAndWait(true);
	}

	@Override
	public void releaseNow() {
		closeAndWait(false);
	}

	@Override
	public void close() {
		if (closeAndWait(true) && !this.told) {
			this.told = true;
			throw lost();
		}
	}

	@Override
	public void closeOrThrow(boolean completed) {
		if (closeAndWait(completed)) {
			throw lost();
		}
	}

	@Override
	public CompletionStage<Optional<LockLostException>> end(boolean completed) {
		if (!this.closed.compareAndSet(false, true)) {
			return CompletableFuture.completedFuture(Optional.empty());
		}
		Ending ending = this.hold.end(this, completed);
		CompletionStage<Boolean> ended = (ending != null) ? ending.runLater()
				: CompletableFuture.completedFuture(this.hold.isLost());
		return ended.thenApply((over) -> over ? Optional.of(lost()) : Optional.empty());
	}

	/**
	 * Returns whether the lease is lost.
	 */
	private boolean closeAndWait(boolean completed) {
		if (!this.closed.compareAndSet(false, true)) {
			return false;
		}
		Ending ending = this.hold.end(this, completed);
		return (ending != null) ? ending.run() : this.hold.isLost();
	}

	private LockLostException lost() {
		return LockMessages.lost(name(), this.hold.lossReason());
	}

	@Override
	public String toString() {
		return "Lease[" + LoggedText.name(name()) + ", token " + fencingToken() + ", " + (isHeld() ? "held" : "over")
				+ "]";
	}

}
