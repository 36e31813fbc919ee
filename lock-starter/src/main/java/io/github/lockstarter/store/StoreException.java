package io.github.lockstarter.store;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

/**
 * A store command without an answer. Stages of a {@link LockStore} fail with it.
 */
public final class StoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	public StoreException(Outcome outcome, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
	}

	public Outcome getOutcome() {
		return this.outcome;
	}

	// The store exception in the failure of a stage, or one with an unknown outcome.
	public static StoreException of(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return (cause instanceof StoreException known) ? known
				: new StoreException(Outcome.UNKNOWN, String.valueOf(cause.getMessage()), cause);
	}

	/**
	 * What is known about a command without an answer.
	 */
	public enum Outcome {

		/**
		 * It was not sent: there is no connection.
		 */
		NOT_SENT,

		/**
		 * It may have been executed, may still be, or was refused temporarily: retry.
		 */
		UNKNOWN,

		/**
		 * It was refused permanently: a missing permission, a key of another type.
		 */
		REJECTED

	}

}
