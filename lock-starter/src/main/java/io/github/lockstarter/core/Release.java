package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.core.Grant.Status;
import io.github.lockstarter.text.LoggedText;

/**
 * Gives a lock back to the store: sent at once, waited for one command timeout, repeated
 * in the background until it is answered or the lease is over.
 */
final class Release {

	private static final Log logger = LogFactory.getLog(Release.class);

	private final Engine engine;

	private final String name;

	private final String id;

	private final LeaseDeadline deadline;

	private final LongSupplier minHoldLeft;

	Release(Engine engine, String name, String id, LeaseDeadline deadline, LongSupplier minHoldLeft) {
		this.engine = engine;
		this.name = name;
		this.id = id;
		this.deadline = deadline;
		this.minHoldLeft = minHoldLeft;
	}

	/**
	 * Sends the command.
	 */
	CompletionStage<Grant> send() {
		return this.engine.store().release(this.name, this.id, this.minHoldLeft.getAsLong());
	}

	/**
	 * Waits for the answer to the first attempt.
	 * @return whether the lock was still ours, as far as is known: a NOT_OWNER after the
	 * local deadline, or to a repetition, says nothing about the time before
	 */
	boolean await(CompletionStage<Grant> answer) {
		try {
			return isOurs(this.engine.await(answer));
		}
		catch (StoreException ex) {
			return goOn(ex);
		}
	}

	/**
	 * The same as {@link #await}, for a caller that must not wait.
	 */
	CompletionStage<Boolean> answered(CompletionStage<Grant> answer) {
		return this.engine.answered(answer)
			.handle((grant, failure) -> (failure != null) ? goOn(failure) : isOurs(grant));
	}

	private boolean isOurs(Grant grant) {
		return grant.status() != Status.NOT_OWNER || isOver();
	}

	private boolean goOn(Throwable failure) {
		logger.debug("Release of lock '" + LoggedText.name(this.name) + "' goes on in the background", failure);
		this.engine.background().repeatUntilAnswered(this::send, millisLeft());
		return true;
	}

	/**
	 * Sends the command until it is answered, without anybody waiting.
	 */
	void inBackground() {
		this.engine.background().untilAnswered(this::send, millisLeft());
	}

	private long millisLeft() {
		return Math.max(this.deadline.remainingNanos(this.engine.clock().now()) / 1_000_000, 1);
	}

	boolean isOver() {
		return this.deadline.isOver(this.engine.clock().now());
	}

}
