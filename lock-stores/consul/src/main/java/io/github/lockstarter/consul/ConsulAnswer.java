package io.github.lockstarter.consul;

import java.util.Optional;

import io.github.lockstarter.session.http.Json;

/**
 * An answer that is no error. A missing key is {@code NOT_FOUND}, and a transaction whose
 * conditions fail {@code CONFLICT}.
 *
 * @param status the HTTP status
 * @param json the body, without a value if it is empty
 * @param index the raft index of a read, for the next blocking query
 */
record ConsulAnswer(int status, Json json, long index) {

	static final int OK = 200;

	static final int NOT_FOUND = 404;

	static final int CONFLICT = 409;

	boolean isConflict() {
		return this.status == CONFLICT;
	}

	boolean isMissing() {
		return this.status == NOT_FOUND;
	}

	// The only key of a read.
	Optional<Json> key() {
		return isMissing() ? Optional.empty() : this.json.items().stream().findFirst();
	}

}
