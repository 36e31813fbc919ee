package io.github.lockstarter.etcd;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.Place;

/**
 * The bodies of requests, and their parts.
 *
 * <p>
 * What a session changes has a number, and asks at its key whether that is too late: the
 * key says the largest number that is. So a request that was given up, wherever it is, is
 * executed before that was said or never.
 */
final class Requests {

	private Requests() {
	}

	static String grant(long seconds) {
		return "{\"TTL\":\"" + seconds + "\"}";
	}

	static String lease(String lease) {
		return "{\"ID\":\"" + lease + "\"}";
	}

	/**
	 * A number as it is written at the key of a session: in the order of numbers.
	 */
	static String number(long number) {
		return String.format("%019d", number);
	}

	static String put(String key, String value, String lease) {
		return "{\"key\":" + Json.encoded(key) + ",\"value\":" + Json.encoded(value) + ",\"lease\":\"" + lease + "\"}";
	}

	static String rewritten(String key, String value) {
		return "{\"key\":" + Json.encoded(key) + ",\"value\":" + Json.encoded(value) + ",\"ignore_lease\":true}";
	}

	/**
	 * The keys that begin with a text.
	 */
	static String keys(String begin) {
		return "{" + range(begin) + ",\"keys_only\":true}";
	}

	static String get(String key) {
		return "{\"key\":" + Json.encoded(key) + "}";
	}

	static String count(String key) {
		return "{\"key\":" + Json.encoded(key) + ",\"count_only\":true}";
	}

	private static String range(String begin) {
		return "\"key\":" + Json.encoded(begin) + ",\"range_end\":" + Json.encoded(LockKeys.behind(begin));
	}

	/**
	 * Takes a place, leaves another one, and reads the line: in one step.
	 */
	static String take(Fence fence, Place place, String value, @Nullable Place instead, String lock) {
		String put = "{\"request_put\":" + put(place.key(), value, fence.lease()) + "}";
		String first = (instead != null) ? delete(instead.key()) + "," + put : put;
		return changed(fence, "", first + ",{\"request_range\":" + keys(lock) + "}", "");
	}

	static String leave(Fence fence, Place place) {
		return changed(fence, "", delete(place.key()), "");
	}

	/**
	 * Writes to a place that is there.
	 */
	static String mark(Fence fence, Place place, String value) {
		return changed(fence,
				",{\"key\":" + Json.encoded(place.key())
						+ ",\"target\":\"VERSION\",\"result\":\"GREATER\",\"version\":\"0\"}",
				"{\"request_put\":" + rewritten(place.key(), value) + "}",
				",{\"request_range\":" + count(place.key()) + "}");
	}

	/**
	 * Nothing is executed any more that has a smaller number; and reads a line.
	 */
	static String bar(Fence fence, String lock) {
		return changed(fence, "", "{\"request_put\":" + rewritten(fence.key(), number(fence.number()))
				+ "},{\"request_range\":" + keys(lock) + "}", "");
	}

	/**
	 * Asks whether keys are there: in one step, and answered by a majority.
	 */
	static String counts(List<String> keys) {
		StringBuilder counts = new StringBuilder();
		keys.forEach((key) -> counts.append(counts.isEmpty() ? "" : ",")
			.append("{\"request_range\":")
			.append(count(key))
			.append("}"));
		return "{\"success\":[" + counts + "]}";
	}

	/**
	 * Watches the keys that begin with a text: which of them go away.
	 */
	static String watch(String begin, long revision) {
		return "{\"create_request\":{" + range(begin) + ",\"start_revision\":\"" + revision
				+ "\",\"filters\":[\"NOPUT\"]}}";
	}

	private static String delete(String key) {
		return "{\"request_delete_range\":" + get(key) + "}";
	}

	private static String changed(Fence fence, String compares, String success, String failure) {
		return "{\"compare\":[{\"key\":" + Json.encoded(fence.key())
				+ ",\"target\":\"VALUE\",\"result\":\"LESS\",\"value\":" + Json.encoded(number(fence.number())) + "}"
				+ compares + "],\"success\":[" + success + "],\"failure\":[{\"request_range\":" + get(fence.key()) + "}"
				+ failure + "]}";
	}

	/**
	 * The session of a request, and its number.
	 *
	 * @param key the key of the session
	 * @param lease its lease
	 * @param number the number of the request
	 */
	record Fence(String key, String lease, long number) {

	}

}
