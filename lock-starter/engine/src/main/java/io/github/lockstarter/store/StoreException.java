package io.github.lockstarter.store;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

/**
 * A store command without an answer. Stages of a {@link LockStore} fail with it.
 */
public final class StoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	private final boolean permanent;

	public StoreException(Outcome outcome, String message, @Nullable Throwable cause) {
		this(outcome, message, cause, outcome == Outcome.REJECTED);
	}

	private StoreException(Outcome outcome, String message, @Nullable Throwable cause, boolean permanent) {
		super(message, cause);
		this.outcome = outcome;
		this.permanent = permanent;
	}

	/**
	 * Creates an exception for a store that refuses the connections of this application,
	 * and will until a person has changed something.
	 * @param outcome what is known about the command: where it was sent to several
	 * servers, one of them may have it
	 * @param message what the store said
	 * @return the {@linkplain #isPermanent() permanent} exception
	 */
	public static StoreException refusedConnection(Outcome outcome, String message) {
		return new StoreException(outcome, message, null, true);
	}

	public Outcome getOutcome() {
		return this.outcome;
	}

	/**
	 * Whether waiting does not help: the store refuses the command, or the connection,
	 * for a reason that remains until a setting or a right is changed. A caller that
	 * waits for a lock stops waiting.
	 * @return whether it is permanent
	 */
	public boolean isPermanent() {
		return this.permanent;
	}

	// The store exception in the failure of a stage, or one with an unknown outcome.
	public static StoreException of(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return (cause instanceof StoreException known) ? known : new StoreException(Outcome.UNKNOWN,
				(cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName(), cause);
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
