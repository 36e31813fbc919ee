package io.github.lockstarter.etcd;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * A request without an answer, or with an error of etcd as its answer.
 */
final class EtcdException extends RequestException {

	private static final long serialVersionUID = 1L;

	EtcdException(Outcome outcome, String message, @Nullable Throwable cause) {
		this(outcome, message, cause, false);
	}

	private EtcdException(Outcome outcome, String message, @Nullable Throwable cause, boolean leaseGone) {
		super(outcome, message, cause, leaseGone);
	}

	// The session has ended, or was lost with the data of the cluster.
	static EtcdException leaseGone() {
		return new EtcdException(Outcome.UNKNOWN, "the session has ended", null, true);
	}

	boolean isLeaseGone() {
		return isSessionGone();
	}

	static EtcdException of(Throwable failure) {
		RequestException known = RequestException.from(failure);
		return (known instanceof EtcdException ours) ? ours : new EtcdException(known.outcome(),
				String.valueOf(known.getMessage()), known.getCause(), known.isSessionGone());
	}

}
