package io.github.lockstarter.consul;

import java.util.List;

import io.github.lockstarter.session.http.Json;

/**
 * The bodies of requests.
 */
final class Operations {

	// Consul refuses more in one transaction.
	static final int MOST = 64;

	private Operations() {
	}

	// A session dies with its node. A node without an agent lives until it is
	// deregistered. An existing one is left as it is, and needs no right.
	static String node(String node) {
		return "{\"Node\":" + Json.quoted(node) + ",\"Address\":\"127.0.0.1\",\"SkipNodeUpdate\":true}";
	}

	static String session(String node, long seconds, String holder) {
		return "{\"Node\":" + Json.quoted(node) + ",\"Name\":" + Json.quoted(holder)
				+ ",\"NodeChecks\":[],\"LockDelay\":\"0s\",\"Behavior\":\"delete\",\"TTL\":\"" + seconds + "s\"}";
	}

	static String all(List<String> operations) {
		return "[" + String.join(",", operations) + "]";
	}

	static String checkIndex(String key, long index) {
		return operation("check-index", key, ",\"Index\":" + index);
	}

	static String checkAbsent(String key) {
		return operation("check-not-exists", key, "");
	}

	static String lock(String key, String session, String value) {
		return operation("lock", key, ",\"Session\":\"" + session + "\",\"Value\":" + Json.encoded(value));
	}

	// Succeeds for a missing key, too: it needs a check-index before it.
	static String delete(String key, long index) {
		return operation("delete-cas", key, ",\"Index\":" + index);
	}

	static String get(String key) {
		return operation("get", key, "");
	}

	static String tree(String begin) {
		return operation("get-tree", begin, "");
	}

	private static String operation(String verb, String key, String more) {
		return "{\"KV\":{\"Verb\":\"" + verb + "\",\"Key\":" + Json.quoted(key) + more + "}}";
	}

}
