package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * Gives a lock back to the store: sent at once, waited for one command timeout or, where
 * the holder {@linkplain ReleaseMode#SENT goes on}, until it is answered or has failed;
 * then repeated in the background until it is answered, or until nothing that was sent
 * before can have an effect any more.
 *
 * <p>
 * That is one lease after the local deadline. A renewal without an answer may have been
 * executed, or may yet be, in the order of the network: it is refused once the store has
 * executed the release, or once the lease there has run out; until then it gives the lock
 * one more lease.
 */
final class Release {

	// A renewal never makes a lease shorter: one of this length only checks the owner.
	static final long CHECK_ONLY_MILLIS = 1;

	private static final Log logger = LogFactory.getLog(Release.class);

	private final EngineContext context;

	private final String name;

	private final Ownership ownership;

	private final LeaseDeadline deadline;

	private final long leaseMillis;

	private final long minHoldEnd;

	private final ReleaseMode mode;

	private volatile @Nullable CompletionStage<Void> repeated;

	/**
	 * Creates the release of a lock.
	 * @param context what all holds share
	 * @param name the lock name
	 * @param ownership what the store gave
	 * @param deadline the end of the lease, as far as is known
	 * @param leaseMillis the longest lease that a renewal may have asked for
	 * @param minHoldEnd until when the lock stays taken, on the monotonic clock
	 * @param mode for what the holder waits
	 */
	Release(EngineContext context, String name, Ownership ownership, LeaseDeadline deadline, long leaseMillis,
			long minHoldEnd, ReleaseMode mode) {
		this.context = context;
		this.name = name;
		this.ownership = ownership;
		this.deadline = deadline;
		this.leaseMillis = leaseMillis;
		this.minHoldEnd = minHoldEnd;
		this.mode = mode;
	}

	/**
	 * The same for the last one of those who share what the store has given, behind
	 * another one of them that has left: the lock stays taken for the longest minimum
	 * hold, and what was asked for the other one may have an effect as well.
	 */
	Release after(Release other) {
		return new Release(this.context, this.name, this.ownership,
				this.deadline.orLater(other.deadline, this.context.now()),
				Math.max(this.leaseMillis, other.leaseMillis),
				(this.minHoldEnd - other.minHoldEnd < 0) ? other.minHoldEnd : this.minHoldEnd, this.mode);
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

	/**
	 * The longest lease that a renewal may have asked for.
	 */
	long leaseMillis() {
		return this.leaseMillis;
	}

	/**
	 * Whether the holder does not wait for the answer.
	 */
	boolean isOnlySent() {
		return this.mode == ReleaseMode.SENT;
	}

	/**
	 * For how long the lock stays taken, in milliseconds. Rounded up: a minimum is not to
	 * be shorter.
	 */
	long minHoldLeft() {
		return Math.max(0, Millis.ofNanosUp(this.minHoldEnd - this.context.nanoTime()));
	}

	/**
	 * Sends the command.
	 */
	CompletionStage<StoreReply> send() {
		return this.context.store().release(this.name, this.ownership.id(), minHoldLeft());
	}

	/**
	 * Asks whether the lock is still ours, and leaves its lease as it is.
	 */
	CompletionStage<StoreReply> ask() {
		return this.context.store().renew(this.name, this.ownership.id(), CHECK_ONLY_MILLIS);
	}

	/**
	 * Runs a task when nothing is repeated in the background any more, or now if nothing
	 * is.
	 */
	void whenNotRepeated(Runnable task) {
		CompletionStage<Void> running = this.repeated;
		if (running != null) {
			running.thenRun(task);
		}
		else {
			task.run();
		}
	}

	/**
	 * What the answer to the first attempt says. Where the holder goes on no time is
	 * watched, because the store itself ends what nobody answers.
	 * @param blocks whether the caller's thread waits for it
	 * @return whether the lock was still ours, as far as is known: a NOT_OWNER after the
	 * local deadline, or to a repetition, says nothing about the time before
	 */
	CompletionStage<Boolean> answered(CompletionStage<StoreReply> answer, boolean blocks) {
		boolean stopped = this.context.threads().timers() == null;
		return (isOnlySent() ? answer : this.context.answered(answer, blocks))
			.handle((reply, failure) -> (failure != null) ? goOn(failure, stopped) : isOurs(reply));
	}

	private boolean isOurs(StoreReply reply) {
		return reply.status() != Status.NOT_OWNER || isOver();
	}

	private boolean goOn(Throwable failure, boolean stopped) {
		if (stopped) {
			LifecycleSteps.log(this::reportNotReleased);
		}
		logger.debug("Release of lock '" + LoggedText.name(this.name) + "' goes on in the background", failure);
		this.repeated = this.context.background().repeatUntilAnswered(this::send, millisLeft());
		return true;
	}

	private void reportNotReleased() {
		long left = TimeUnit.NANOSECONDS.toSeconds(this.deadline.remainingNanos(this.context.now())) + 1;
		logger.warn("Lock '" + LoggedText.name(this.name) + "' (fencing token " + this.ownership.token()
				+ ") was not released, because its lease was closed after the locks of this application had stopped. "
				+ "It is free when its lease ends, in " + DurationText.of(Duration.ofSeconds(left))
				+ ". Close leases at the latest when a bean into which the locks are injected is destroyed.");
	}

	/**
	 * Sends the command until it is answered, without anybody waiting. Not for what this
	 * instance was before a stop: a copy of the process may still work under the same id,
	 * and the lease ends by itself.
	 */
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
