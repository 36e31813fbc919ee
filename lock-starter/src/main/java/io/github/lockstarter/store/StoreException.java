package io.github.lockstarter.store;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

/**
 * A store command has no answer. It is how the stage of a {@link LockStore} fails.
 */
public final class StoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	/**
	 * Creates the exception.
	 * @param outcome what is known about the command
	 * @param message what happened
	 * @param cause what led to it
	 */
	public StoreException(Outcome outcome, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
	}

	/**
	 * What is known about the command.
	 * @return whether it was sent, and whether it helps to send it again
	 */
	public Outcome getOutcome() {
		return this.outcome;
	}

	/**
	 * The store exception in what a stage failed with.
	 * @param failure the failure of a stage
	 * @return the store exception, or one with an unknown outcome around another failure
	 */
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
		 * It may have been executed, or may yet be, or was refused for now: ask again.
		 */
		UNKNOWN,

		/**
		 * It was refused for a reason that will not go away: missing rights, a key of
		 * another type.
		 */
		REJECTED

	}

}
