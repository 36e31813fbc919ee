package io.github.lockstarter.consul;

import java.util.List;
import java.util.stream.Collectors;

import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * A transaction that was not executed, because the conditions of some of its operations
 * fail.
 */
final class ConsulConflict extends RequestException {

	private static final long serialVersionUID = 1L;

	private final transient List<Json> errors;

	private ConsulConflict(List<Json> errors) {
		super(Outcome.UNKNOWN, "the transaction was not executed: "
				+ errors.stream().map(ConsulConflict::what).collect(Collectors.joining(", ")), null);
		this.errors = errors;
	}

	/**
	 * The failed conditions. A missing right is reported in the same form, and says
	 * nothing about the key.
	 * @throws RequestException if Consul has refused the transaction for another reason
	 */
	static ConsulConflict of(ConsulAnswer answer) {
		List<Json> errors = answer.json().at("Errors").items();
		for (Json error : errors) {
			String what = what(error);
			if (ConsulRefusal.isDenied(what)) {
				throw new RequestException(Outcome.REJECTED, what + ConsulRefusal.PREFIX, null);
			}
			if (what.contains("invalid session")) {
				throw RequestException.sessionGone();
			}
			if (what.contains("unknown KV verb")) {
				throw new RequestException(Outcome.REJECTED, what, null);
			}
		}
		return new ConsulConflict(errors);
	}

	private static String what(Json error) {
		return error.at("What").text();
	}

	boolean isAt(int operation) {
		return this.errors.stream().anyMatch((error) -> error.at("OpIndex").number() == operation);
	}

}
