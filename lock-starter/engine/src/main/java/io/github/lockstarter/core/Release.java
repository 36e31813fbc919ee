package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * Gives a lock back to the store: sent at once, repeated in the background until it is
 * answered or until nothing that was sent before can have an effect any more.
 */
final class Release {

	// A renewal never shortens a lease: one of this length only checks the owner.
	static final long CHECK_ONLY_MILLIS = 1;

	private static final Logger logger = LoggerFactory.getLogger(Release.class);

	private final EngineContext context;

	private final String name;

	private final Ownership ownership;

	private final LeaseDeadline deadline;

	private final long leaseMillis;

	private final long minHoldEndNanos;

	private final ReleaseMode mode;

	private volatile @Nullable CompletionStage<Void> repeated;

	Release(EngineContext context, String name, Ownership ownership, LeaseDeadline deadline, long leaseMillis,
			long minHoldEndNanos, ReleaseMode mode) {
		this.context = context;
		this.name = name;
		this.ownership = ownership;
		this.deadline = deadline;
		this.leaseMillis = leaseMillis;
		this.minHoldEndNanos = minHoldEndNanos;
		this.mode = mode;
	}

	// For the last of several readers: accounts for the minimum hold and for the renewals
	// of a reader that has left before.
	Release after(Release other) {
		return new Release(this.context, this.name, this.ownership,
				this.deadline.orLater(other.deadline, this.context.now()),
				Math.max(this.leaseMillis, other.leaseMillis),
				(this.minHoldEndNanos - other.minHoldEndNanos < 0) ? other.minHoldEndNanos : this.minHoldEndNanos,
				this.mode);
	}

	String name() {
		return this.name;
	}

	Ownership ownership() {
		return this.ownership;
	}

	LeaseDeadline deadline() {
		return this.deadline;
	}

	long leaseMillis() {
		return this.leaseMillis;
	}

	boolean isOnlySent() {
		return this.mode == ReleaseMode.SENT;
	}

	// Rounded up: a minimum must not become shorter.
	long minHoldLeftMillis() {
		return Math.max(0, Millis.ofNanosUp(this.minHoldEndNanos - this.context.nanoTime()));
	}

	CompletionStage<StoreReply> send() {
		return this.context.store().release(this.name, this.ownership.id(), minHoldLeftMillis());
	}

	CompletionStage<StoreReply> ask() {
		return this.context.store().renew(this.name, this.ownership.id(), CHECK_ONLY_MILLIS);
	}

	void whenNotRepeated(Runnable task) {
		CompletionStage<Void> running = this.repeated;
		if (running != null) {
			running.thenRun(task);
		}
		else {
			task.run();
		}
	}

	// Returns whether the lock was still held, as far as is known: NOT_OWNER after the
	// local deadline, or to a repetition, says nothing about the time before. With
	// release=sent no time is watched; the store itself fails what is not answered.
	CompletionStage<Boolean> answered(CompletionStage<StoreReply> answer, boolean blocks) {
		boolean stopped = this.context.threads().timers() == null;
		return (isOnlySent() ? answer : this.context.await(answer, blocks))
			.handle((reply, failure) -> (failure != null) ? goOn(failure, stopped) : isOurs(reply));
	}

	private boolean isOurs(StoreReply reply) {
		return reply.status() != Status.NOT_OWNER || isOver();
	}

	private boolean goOn(Throwable failure, boolean stopped) {
		if (stopped) {
			LifecycleSteps.log(this::reportNotReleased);
		}
		logger.debug("Release of lock '" + LoggedText.name(this.name) + "' continues in the background", failure);
		this.repeated = this.context.background().repeatUntilAnswered(this::send, millisLeft());
		return true;
	}

	private void reportNotReleased() {
		long left = TimeUnit.NANOSECONDS.toSeconds(this.deadline.remainingNanos(this.context.now())) + 1;
		logger.warn("Lock '" + LoggedText.name(this.name) + "' (fencing token " + this.ownership.token()
				+ ") was not released, because its lease was closed after the locks of this application had stopped. "
				+ "It is free when its lease expires, in " + DurationText.of(Duration.ofSeconds(left))
				+ ". Close leases at the latest when a bean into which the locks are injected is destroyed.");
	}

	// Not for a grant from before a stop.
	void inBackground() {
		if (this.context.attempts().isOurs(this.ownership.id())) {
			this.repeated = this.context.background().untilAnswered(this::send, millisLeft());
		}
	}

	private long millisLeft() {
		long left = Millis.ofNanos(this.deadline.remainingNanos(this.context.now()));
		return Math.max(left, 0) + this.leaseMillis;
	}

	boolean isOver() {
		return this.deadline.isOver(this.context.now());
	}

}
