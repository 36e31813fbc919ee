package io.github.lockstarter.etcd;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * A request has no answer, or one that is an error.
 */
final class EtcdException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	private final boolean leaseGone;

	EtcdException(Outcome outcome, String message, @Nullable Throwable cause) {
		this(outcome, message, cause, false);
	}

	private EtcdException(Outcome outcome, String message, @Nullable Throwable cause, boolean leaseGone) {
		super(message, cause);
		this.outcome = outcome;
		this.leaseGone = leaseGone;
	}

	/**
	 * The lease of the session is not there.
	 */
	static EtcdException leaseGone() {
		return new EtcdException(Outcome.UNKNOWN, "the session is over", null, true);
	}

	/**
	 * What is known about the request.
	 */
	Outcome outcome() {
		return this.outcome;
	}

	boolean isLeaseGone() {
		return this.leaseGone;
	}

	/**
	 * The exception in what a stage failed with.
	 */
	static EtcdException of(Throwable failure) {
		Throwable cause = cause(failure);
		if (cause instanceof StoreException told) {
			return new EtcdException(told.getOutcome(), String.valueOf(told.getMessage()), told);
		}
		return (cause instanceof EtcdException known) ? known
				: new EtcdException(Outcome.UNKNOWN, String.valueOf(cause), cause);
	}

	static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
