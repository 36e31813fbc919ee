package io.github.lockstarter.consul;

import java.util.List;

import io.github.lockstarter.session.http.Refusal;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * An error answer of Consul.
 *
 * @param path the request
 * @param status the HTTP status
 * @param message the body
 */
record ConsulRefusal(String path, int status, String message) implements Refusal {

	static final String PREFIX = " (the token must be allowed to write all keys below distributed-lock.consul.root: "
			+ "key_prefix, policy write)";

	private static final String SESSION = " (the token must be allowed to create sessions on the node "
			+ "distributed-lock.consul.node: session, policy write)";

	private static final String NODE = " (the node distributed-lock.consul.node is not registered, and the token may "
			+ "not register it: node, policy write; or register it once as an administrator)";

	private static final int SERVER_ERROR = 500;

	private static final int TOO_MANY = 429;

	private static final int NOT_FOUND = 404;

	private static final int LONGEST = 300;

	// The request has not reached a leader, or the leader did not begin with it.
	private static final List<String> NOT_EXECUTED = List.of("No cluster leader", "rpc error getting client",
			"node is not the leader", "No known Consul servers", "Not ready to serve consistent reads");

	static boolean isDenied(String message) {
		return message.contains("Permission denied") || message.contains("ACL not found");
	}

	boolean isOfRights() {
		return isDenied(this.message);
	}

	// The servers do not accept sessions as short as this one.
	boolean isOfTheTtl() {
		return this.message.contains("Invalid Session TTL");
	}

	private boolean isOfTheNode() {
		return this.message.contains("Missing node registration");
	}

	private boolean isRejected() {
		return isOfRights() || isOfTheTtl() || isOfTheNode() || (this.status < SERVER_ERROR && this.status != TOO_MANY);
	}

	@Override
	public boolean isOfTheMember() {
		return !isRejected();
	}

	@Override
	public boolean isBeforeExecution() {
		return !isRejected() && NOT_EXECUTED.stream().anyMatch(this.message::contains);
	}

	@Override
	public RequestException exception() {
		Outcome outcome = isRejected() ? Outcome.REJECTED : isBeforeExecution() ? Outcome.NOT_SENT : Outcome.UNKNOWN;
		return new RequestException(outcome, said() + advice(), null);
	}

	private String said() {
		if (this.message.isBlank() || this.message.startsWith("<") || this.status == NOT_FOUND) {
			return "it answers with HTTP status " + this.status;
		}
		String line = this.message.strip().lines().findFirst().orElse("");
		return (line.length() > LONGEST) ? line.substring(0, LONGEST) + "…" : line;
	}

	private String advice() {
		if (this.message.contains("ACL not found")) {
			return " (distributed-lock.consul.token)";
		}
		if (isOfTheNode()) {
			return NODE;
		}
		if (isOfTheTtl()) {
			return " (distributed-lock.consul.session-ttl)";
		}
		if (isOfRights()) {
			return this.path.startsWith("catalog/") ? NODE : this.path.startsWith("session/") ? SESSION : PREFIX;
		}
		return (this.status == NOT_FOUND) ? ": it is no Consul" : "";
	}

}
