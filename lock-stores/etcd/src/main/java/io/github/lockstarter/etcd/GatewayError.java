package io.github.lockstarter.etcd;

import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.Refusal;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * An error answer of the gateway; the gRPC code is negative if etcd has not sent one.
 */
record GatewayError(int status, int code, String message) implements Refusal {

	private static final int CANCELLED = 1;

	private static final int UNKNOWN = 2;

	private static final int INVALID_ARGUMENT = 3;

	private static final int DEADLINE_EXCEEDED = 4;

	private static final int RESOURCE_EXHAUSTED = 8;

	private static final int FAILED_PRECONDITION = 9;

	private static final int ABORTED = 10;

	private static final int INTERNAL = 13;

	private static final int UNAVAILABLE = 14;

	private static final int UNAUTHENTICATED = 16;

	private static final int SERVER_ERROR = 500;

	private static final String OLD_AUTH_STORE = "revision of auth store is old";

	private static final String OLD_AUTH_HEADER = "revision in header is old";

	static GatewayError of(int status, String body) {
		try {
			Json json = Json.of(body);
			Json error = json.at("error").at("message").isThere() ? json.at("error") : json;
			Json code = error.at("code").isThere() ? error.at("code") : error.at("grpc_code");
			Json message = error.at("message").isThere() ? error.at("message") : error.at("error");
			if (code.isThere() && message.isThere()) {
				return new GatewayError(status, (int) code.number(), message.text());
			}
		}
		catch (IllegalArgumentException ex) {
			// The answer of a proxy, not of etcd.
		}
		return new GatewayError(status, -1, "it answers with HTTP status " + status);
	}

	// The token is unknown or has expired, or users or roles have changed after the
	// login. etcd 3.5.0 to 3.5.2 reports that in other words, with an unknown code.
	boolean isOfAnOldToken() {
		return this.code == UNAUTHENTICATED || (this.code == INVALID_ARGUMENT && this.message.contains(OLD_AUTH_STORE))
				|| this.message.contains(OLD_AUTH_HEADER);
	}

	// Some versions of etcd report an expired token of a stream as a missing privilege.
	static boolean mayBeOfAnOldToken(String reason) {
		return reason.contains("invalid auth token") || reason.contains(OLD_AUTH_STORE)
				|| reason.contains(OLD_AUTH_HEADER) || reason.contains("permission denied");
	}

	// etcd requires a login, and the request had no token.
	boolean isOfNobody() {
		return this.message.contains("user name is empty");
	}

	// Authentication is not enabled.
	boolean isWithoutAuthentication() {
		return this.code == FAILED_PRECONDITION && this.message.contains("authentication is not enabled");
	}

	private boolean isOfALease() {
		return this.message.contains("requested lease not found");
	}

	@Override
	public boolean isOfTheMember() {
		return switch (this.code) {
			case UNAVAILABLE, DEADLINE_EXCEEDED, UNKNOWN, INTERNAL -> true;
			case -1 -> this.status >= SERVER_ERROR;
			default -> false;
		};
	}

	@Override
	public boolean isBeforeExecution() {
		return this.code == UNAVAILABLE && this.message.contains("no leader");
	}

	@Override
	public EtcdException exception() {
		if (isOfALease()) {
			return EtcdException.leaseGone();
		}
		Outcome outcome = switch (this.code) {
			case CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, INTERNAL, UNAVAILABLE -> Outcome.UNKNOWN;
			case RESOURCE_EXHAUSTED -> this.message.contains("space exceeded") ? Outcome.REJECTED : Outcome.UNKNOWN;
			case -1 -> (this.status >= SERVER_ERROR) ? Outcome.UNKNOWN : Outcome.REJECTED;
			default -> Outcome.REJECTED;
		};
		return new EtcdException(isBeforeExecution() ? Outcome.NOT_SENT : outcome, this.message + advice(), null);
	}

	private String advice() {
		if (this.code < 0 && this.status < SERVER_ERROR) {
			return ": it is no etcd 3.4 or later, or its gateway is not enabled (--enable-grpc-gateway)";
		}
		if (isOfNobody()) {
			return " (set distributed-lock.etcd.username and .password)";
		}
		if (this.message.contains("invalid user ID or password")) {
			return " (distributed-lock.etcd.username, .password)";
		}
		if (this.message.contains("permission denied")) {
			return " (the user must be allowed to read and write all keys below distributed-lock.etcd.root)";
		}
		return "";
	}

}
