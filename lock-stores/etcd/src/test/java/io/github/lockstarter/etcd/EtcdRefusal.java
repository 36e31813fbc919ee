package io.github.lockstarter.etcd;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.lockstarter.session.http.Json;

/**
 * An error of etcd.
 */
final class EtcdRefusal extends Exception {

	private static final long serialVersionUID = 1L;

	private final int status;

	private final int code;

	EtcdRefusal(int status, int code, String message) {
		super(message);
		this.status = status;
		this.code = code;
	}

	/**
	 * No transaction may change a key twice, whatever it compares.
	 * @param operations of one of its branches
	 */
	static void refuseDuplicates(List<Json> operations) throws EtcdRefusal {
		List<String> keys = operations.stream()
			.flatMap((one) -> Stream.of(one.at("request_put"), one.at("request_delete_range")))
			.map((change) -> change.at("key"))
			.filter(Json::isThere)
			.map(Json::decoded)
			.toList();
		if (keys.size() > Set.copyOf(keys).size()) {
			throw new EtcdRefusal(400, 3, "etcdserver: duplicate key given in txn request");
		}
	}

	int status() {
		return this.status;
	}

	String body() {
		return "{\"error\":\"" + getMessage() + "\",\"message\":\"" + getMessage() + "\",\"code\":" + this.code + "}";
	}

}
