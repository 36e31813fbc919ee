package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.text.LoggedText;

/**
 * One open lease on a {@link Hold}: it knows whether it was closed and whether its user
 * knows of a loss; all else belongs to the hold.
 */
final class SingleLease implements EngineLease {

	@SuppressWarnings("rawtypes")
	private static final AtomicReferenceFieldUpdater<SingleLease, List> LISTENERS = AtomicReferenceFieldUpdater
		.newUpdater(SingleLease.class, List.class, "listeners");

	private static final AtomicIntegerFieldUpdater<SingleLease> CLOSED = AtomicIntegerFieldUpdater
		.newUpdater(SingleLease.class, "closed");

	private final Hold hold;

	private final OpenLeases.Open open;

	// 1 once it is closed
	private volatile int closed;

	// Keeps the listeners reachable as long as the lease; the hold has weak references.
	private volatile @Nullable List<Runnable> listeners;

	SingleLease(Hold hold, OpenLeases.Open open) {
		this.hold = hold;
		this.open = open;
		open.usedBy(this);
	}

	Hold hold() {
		return this.hold;
	}

	OpenLeases.Open open() {
		return this.open;
	}

	@Override
	public String name() {
		return this.hold.name();
	}

	@Override
	public long fencingToken() {
		return this.hold.ownership().token();
	}

	@Override
	public boolean isHeld() {
		return this.closed == 0 && this.hold.isHeld();
	}

	@Override
	public Duration remaining() {
		return isHeld() ? this.hold.remaining() : Duration.ZERO;
	}

	@Override
	public void ensureHeld() {
		ensureNotLost();
		if (this.closed != 0) {
			throw new IllegalStateException("The lease on lock '" + LoggedText.name(name())
					+ "' is closed: work under the lock must end before the lease is closed");
		}
	}

	private void ensureNotLost() {
		if (!this.hold.isHeld() && this.hold.isLost()) {
			this.open.told();
			throw lost();
		}
	}

	@Override
	public Lease onLost(Runnable listener) {
		Objects.requireNonNull(listener, "listener");
		if (this.closed == 0 || this.hold.isLost()) {
			// before the hold can call it, which has only a weak reference
			List<Runnable> kept = listeners();
			kept.add(listener);
			if (!this.hold.onLost(this.open, listener)) {
				kept.remove(listener);
			}
		}
		return this;
	}

	private List<Runnable> listeners() {
		List<Runnable> known = this.listeners;
		if (known != null) {
			return known;
		}
		LISTENERS.compareAndSet(this, null, new CopyOnWriteArrayList<>());
		known = this.listeners;
		return (known != null) ? known : new ArrayList<>(); // closed meanwhile
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
		if (!CLOSED.compareAndSet(this, 0, 1)) {
			return CompletableFuture.completedFuture(Optional.empty());
		}
		return end(work, false).thenApply((over) -> over ? Optional.of(lost()) : Optional.empty());
	}

	private boolean closeAndWait(WorkEnd work) {
		if (!CLOSED.compareAndSet(this, 0, 1)) {
			return false;
		}
		return !defer(work) && end(work, true).toCompletableFuture().join();
	}

	@Override
	public void closeLater(WorkEnd work) {
		if (isDeferrable() && CLOSED.compareAndSet(this, 0, 1)) {
			this.hold.deferral().defer(new LaterEnd(work));
		}
	}

	private boolean defer(WorkEnd work) {
		boolean deferred = isDeferrable();
		if (deferred) {
			this.hold.deferral().defer(new LaterEnd(work));
		}
		return deferred;
	}

	private boolean isDeferrable() {
		return this.hold.deferral().isWanted() && this.hold.isLast(this.open);
	}

	private CompletionStage<Boolean> end(WorkEnd work, boolean blocks) {
		try {
			return this.hold.close(this.open, work, blocks);
		}
		finally {
			this.listeners = null; // the close itself may find the loss
		}
	}

	String lossText() {
		return this.hold.end().text();
	}

	LockLostException lost() {
		return this.hold.end().exception();
	}

	@Override
	public String toString() {
		return "Lease[" + LoggedText.name(name()) + ", token " + fencingToken() + ", " + (isHeld() ? "held" : "over")
				+ "]";
	}

	/**
	 * The release of a lock after the work that the closing thread still has open, such
	 * as a transaction.
	 */
	private final class LaterEnd implements ReleaseDeferral.Deferred {

		private final WorkEnd work;

		private LaterEnd(WorkEnd work) {
			this.work = work;
		}

		@Override
		public void ensureHeld() {
			ensureNotLost();
		}

		@Override
		public void end(boolean succeeded) {
			SingleLease.this.end(succeeded ? this.work : WorkEnd.FAILED, true).toCompletableFuture().join();
		}

	}

}
