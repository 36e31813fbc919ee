package io.github.lockstarter.session.http;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * A request without an answer, or with an error as its answer.
 */
public class RequestException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	private final boolean sessionGone;

	/**
	 * Creates the exception.
	 * @param outcome whether the request was executed
	 * @param message what happened, with the server as its subject
	 * @param cause the underlying exception, or null
	 */
	public RequestException(Outcome outcome, String message, @Nullable Throwable cause) {
		this(outcome, message, cause, false);
	}

	/**
	 * Creates the exception.
	 * @param outcome whether the request was executed
	 * @param message what happened, with the server as its subject
	 * @param cause the underlying exception, or null
	 * @param sessionGone whether the session has ended
	 */
	protected RequestException(Outcome outcome, String message, @Nullable Throwable cause, boolean sessionGone) {
		super(message, cause);
		this.outcome = outcome;
		this.sessionGone = sessionGone;
	}

	/**
	 * The session has ended, or was lost with the data of the servers.
	 * @return the exception
	 */
	public static RequestException sessionGone() {
		return new RequestException(Outcome.UNKNOWN, "the session has ended", null, true);
	}

	/**
	 * Whether the request was executed.
	 * @return the outcome
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	/**
	 * Whether the session has ended.
	 * @return whether it has
	 */
	public boolean isSessionGone() {
		return this.sessionGone;
	}

	/**
	 * The failure of a request.
	 * @param failure what a stage has failed with
	 * @return the exception
	 */
	public static RequestException from(Throwable failure) {
		Throwable cause = cause(failure);
		if (cause instanceof StoreException told) {
			return new RequestException(told.getOutcome(), String.valueOf(told.getMessage()), told);
		}
		return (cause instanceof RequestException known) ? known
				: new RequestException(Outcome.UNKNOWN, String.valueOf(cause), cause);
	}

	/**
	 * The same failure for the caller of a store.
	 * @param failure what a stage has failed with
	 * @return the exception
	 */
	public static StoreException toStoreException(Throwable failure) {
		if (cause(failure) instanceof StoreException told) {
			return told;
		}
		RequestException cause = from(failure);
		return new StoreException(cause.outcome(), String.valueOf(cause.getMessage()), cause);
	}

	/**
	 * The cause of a failed stage.
	 * @param failure what the stage has failed with
	 * @return the exception of the stage before
	 */
	public static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
