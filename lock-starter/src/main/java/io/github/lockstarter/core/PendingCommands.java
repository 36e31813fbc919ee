package io.github.lockstarter.core;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.text.DurationText;

/**
 * The commands of one attempt: which is on its way, how many have no answer, what the
 * last one failed with, when to send the next. Guarded by the mutex of its
 * {@link StoreAttempt}.
 */
final class PendingCommands {

	private final LockStore store;

	private final long timeoutNanos;

	private final BackOff backOff;

	private @Nullable Moment inFlight;

	// The first command after the last answer.
	private @Nullable Moment silent;

	private int sequence;

	private int unanswered;

	private int failures;

	private @Nullable StoreException trouble;

	private @Nullable StoreException lastTrouble;

	private long next;

	private boolean hinted;

	private long hint;

	private boolean urgent;

	PendingCommands(LockStore store, long timeoutNanos, BackOff backOff) {
		this.store = store;
		this.timeoutNanos = timeoutNanos;
		this.backOff = backOff;
	}

	/**
	 * A command is about to be sent.
	 * @return its number
	 */
	int sent(Moment now) {
		this.inFlight = now;
		this.silent = (this.silent != null) ? this.silent : now;
		this.hinted &= this.hint - now.nanos() > 0;
		this.urgent = false;
		this.unanswered++;
		return ++this.sequence;
	}

	/**
	 * A command has its answer.
	 * @return whether it is the latest one, and was not given up
	 */
	boolean answered(int number) {
		this.unanswered--;
		this.silent = null;
		boolean latest = isLatest(number);
		if (latest) {
			this.inFlight = null;
			this.trouble = null;
			this.failures = 0;
		}
		return latest;
	}

	/**
	 * A command has failed.
	 * @return whether it is the latest one, and was not given up
	 */
	boolean failed(int number, StoreException failure, long now) {
		if (failure.getOutcome() == StoreException.Outcome.NOT_SENT) {
			this.unanswered--;
		}
		boolean latest = isLatest(number);
		if (latest) {
			giveUp(failure, now);
		}
		return latest;
	}

	/**
	 * Gives up the command on its way if it had its time.
	 * @param pause the least until the next one, unless a message has asked for it
	 */
	void checkTimeout(long now, LongSupplier pause) {
		if (this.inFlight != null && now - this.inFlight.nanos() >= this.timeoutNanos) {
			giveUp(Answers.late(this.store, this.timeoutNanos, null), now);
			if (!this.hinted && !this.urgent) {
				this.next = now + Math.max(this.next - now, pause.getAsLong());
			}
		}
	}

	/**
	 * The lock was granted, but the answer came after the end of the lease.
	 */
	void tooLate(long leaseMillis, long now) {
		giveUp(new StoreException(StoreException.Outcome.UNKNOWN, "its answers take longer than the lease of "
				+ DurationText.of(Duration.ofMillis(leaseMillis)) + " lasts", null), now);
	}

	/**
	 * The command on its way asks for what is kept for a short time.
	 */
	void markUrgent() {
		this.urgent = true;
	}

	private void giveUp(StoreException failure, long now) {
		this.inFlight = null;
		this.trouble = failure;
		this.lastTrouble = failure;
		this.next = now + this.backOff.nanos(this.failures++);
	}

	private boolean isLatest(int number) {
		return number == this.sequence && this.inFlight != null;
	}

	boolean isOnItsWay() {
		return this.inFlight != null;
	}

	/**
	 * Whether some command may yet be executed, or was without our knowledge.
	 */
	boolean isAnyUnanswered() {
		return this.unanswered > 0;
	}

	boolean isDue(long now) {
		return this.inFlight == null && now - this.next >= 0;
	}

	int count() {
		return this.sequence;
	}

	/**
	 * What the latest command failed with.
	 */
	@Nullable StoreException trouble() {
		return this.trouble;
	}

	/**
	 * Why there is no answer that helps: what the last command that failed has failed
	 * with; else for how long the store has not answered. Null if it has.
	 */
	@Nullable StoreException reason(long now) {
		Moment since = this.silent;
		return (this.lastTrouble == null && since != null) ? Answers.late(this.store, now - since.nanos(), null)
				: this.lastTrouble;
	}

	/**
	 * Whether the store cannot be said to answer: it failed, or is silent for longer than
	 * a healthy one ever is.
	 */
	boolean isInTrouble(long now) {
		return this.trouble != null || (this.inFlight != null && now - this.inFlight.nanos() > this.timeoutNanos / 2);
	}

	/**
	 * Sends the next command at that time, or sooner if a message has asked for it while
	 * the last one was on its way.
	 */
	void nextAt(long at) {
		this.next = (this.hinted && this.hint - at < 0) ? this.hint : at;
		this.hinted = false;
	}

	/**
	 * Sends the next command at that time if it was to be sent later.
	 * @return whether that moved it
	 */
	boolean notAfter(long at) {
		if (this.inFlight != null) {
			this.hint = at;
			this.hinted = true;
			return false;
		}
		if (at - this.next < 0) {
			this.next = at;
			return true;
		}
		return false;
	}

	/**
	 * When something is due: the next command, or the timeout of the one on its way.
	 */
	long nextTimer() {
		return (this.inFlight != null) ? this.inFlight.nanos() + this.timeoutNanos : this.next;
	}

}
