package io.github.lockstarter.etcd;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * A request without an answer, or with an error as its answer.
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

	// The session has ended, or was lost with the data of the cluster.
	static EtcdException leaseGone() {
		return new EtcdException(Outcome.UNKNOWN, "the session has ended", null, true);
	}

	Outcome outcome() {
		return this.outcome;
	}

	boolean isLeaseGone() {
		return this.leaseGone;
	}

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
