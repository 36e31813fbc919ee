package io.github.lockstarter.simulation.beside;

import java.util.Locale;

/**
 * What may come of a call, of an attempt in Redis, and of tokens. A history has each so
 * many times.
 */
public enum Outcome {

	/**
	 * The first answer of Redis was the lock.
	 */
	ENTERED_AT_ONCE(Of.CALL),

	/**
	 * A message brought the lock, and nothing was asked after it.
	 */
	ENTERED_BY_A_MESSAGE(Of.CALL),

	/**
	 * A message brought the lock, and Redis was asked once more.
	 */
	ENTERED_BY_A_MESSAGE_AND_AN_ANSWER(Of.CALL),

	/**
	 * An answer brought the lock, after one that told to wait.
	 */
	ENTERED_BY_A_POLL(Of.CALL),

	/**
	 * A caller before it in the same JVM handed the lock over.
	 */
	ENTERED_FROM_A_NEIGHBOUR(Of.CALL),

	/**
	 * It had the lock, and the lease was over when it looked.
	 */
	GOT_TOO_LATE(Of.CALL),

	/**
	 * Held by another, and it does not wait.
	 */
	REFUSED_HELD_AT_ONCE(Of.CALL),

	/**
	 * Held by others for the whole wait.
	 */
	REFUSED_HELD(Of.CALL),

	/**
	 * Redis could not be asked.
	 */
	REFUSED_UNAVAILABLE(Of.CALL),

	/**
	 * Its thread was interrupted.
	 */
	REFUSED_INTERRUPTED(Of.CALL),

	/**
	 * For another reason.
	 */
	REFUSED_OTHERWISE(Of.CALL),

	/**
	 * Its process has died while it waited.
	 */
	NO_ANSWER(Of.CALL),

	/**
	 * It fits nowhere: nobody has granted its token.
	 */
	UNKNOWN(Of.CALL),

	/**
	 * What entered gave the lock back, and had it until then.
	 */
	RELEASED(Of.HOLD),

	/**
	 * A renewed lease was lost.
	 */
	LOST_RENEWED(Of.HOLD),

	/**
	 * A fixed lease was over before the work.
	 */
	LOST_FIXED(Of.HOLD),

	/**
	 * The process of the holder has died.
	 */
	DIED_HOLDING(Of.HOLD),

	/**
	 * A question was answered at once, or after a wait, or never: all that were asked.
	 */
	QUESTION(Of.TRAFFIC),

	/**
	 * A question after the first one of an attempt.
	 */
	POLL(Of.TRAFFIC),

	/**
	 * An attempt got a place in the queue.
	 */
	QUEUED(Of.TRAFFIC),

	/**
	 * A message with a lock arrived.
	 */
	MESSAGE(Of.TRAFFIC),

	/**
	 * An attempt was given up, and had left the queue.
	 */
	CANCELLED(Of.TRAFFIC),

	/**
	 * An attempt was given up, and nobody has said that it left.
	 */
	CANCEL_UNANSWERED(Of.TRAFFIC),

	/**
	 * A renewal made a lease longer.
	 */
	RENEWED(Of.TRAFFIC),

	/**
	 * A renewal came too late.
	 */
	RENEWAL_REFUSED(Of.TRAFFIC),

	/**
	 * A renewal has no answer.
	 */
	RENEWAL_UNANSWERED(Of.TRAFFIC),

	/**
	 * A release, or a yield, was answered.
	 */
	RELEASE_ANSWERED(Of.TRAFFIC),

	/**
	 * A release, or a yield, has no answer of its own.
	 */
	RELEASE_UNANSWERED(Of.TRAFFIC),

	/**
	 * A grant under which nobody entered.
	 */
	GRANT_UNUSED(Of.TRAFFIC),

	/**
	 * A block of tokens that one caller used.
	 */
	BLOCK_FOR_ONE(Of.TRAFFIC),

	/**
	 * A block of tokens that several callers used, and not up.
	 */
	BLOCK_FOR_SEVERAL(Of.TRAFFIC),

	/**
	 * A block of tokens that was used up.
	 */
	BLOCK_USED_UP(Of.TRAFFIC);

	private final Of of;

	Outcome(Of of) {
		this.of = of;
	}

	/**
	 * Of what it is.
	 * @return what it comes of
	 */
	public Of of() {
		return this.of;
	}

	/**
	 * Whether the caller has worked under the lock.
	 * @return whether it has
	 */
	public boolean isEntered() {
		return this.of == Of.CALL && ordinal() <= ENTERED_FROM_A_NEIGHBOUR.ordinal();
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

	/**
	 * What something may come of.
	 */
	public enum Of {

		/**
		 * A call for a lock: each has one outcome.
		 */
		CALL,

		/**
		 * A hold: each call that entered has one outcome.
		 */
		HOLD,

		/**
		 * What was said to Redis, and by it.
		 */
		TRAFFIC

	}

}
