package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.core.Grant.Status;

/**
 * Gives a lock back to the store: sent at once, waited for one command timeout, repeated
 * in the background until it is answered or the lease is over.
 */
final class Release {

	private static final Log logger = LogFactory.getLog(Release.class);

	private final Engine engine;

	private final String name;

	private final String id;

	private final LongSupplier minHoldLeft;

	private final CompletionStage<Grant> answer;

	/**
	 * Sends the command.
	 */
	Release(Engine engine, String name, String id, LongSupplier minHoldLeft) {
		this.engine = engine;
		this.name = name;
		this.id = id;
		this.minHoldLeft = minHoldLeft;
		this.answer = send();
	}

	/**
	 * Waits for the answer.
	 * @return whether the lock was still ours, as far as is known: after a first attempt
	 * without an answer a NOT_OWNER may be our own repetition
	 */
	boolean await() {
		try {
			return this.engine.await(this.answer).status() != Status.NOT_OWNER;
		}
		catch (StoreException ex) {
			logger.debug("Release of lock '" + this.name + "' goes on in the background", ex);
			this.engine.background().repeatUntilAnswered(this::send, this.engine.settings().leaseMillis());
			return true;
		}
	}

	private CompletionStage<Grant> send() {
		return this.engine.store().release(this.name, this.id, this.minHoldLeft.getAsLong());
	}

}
