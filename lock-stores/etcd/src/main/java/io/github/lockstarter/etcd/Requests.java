package io.github.lockstarter.etcd;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.http.Json;

/**
 * The bodies of requests.
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

	// Padded, so that text order is the order of numbers.
	static String number(long number) {
		return String.format(Locale.ROOT, "%019d", number);
	}

	static String put(String key, String value, String lease) {
		return "{\"key\":" + Json.encoded(key) + ",\"value\":" + Json.encoded(value) + ",\"lease\":\"" + lease + "\"}";
	}

	static String rewritten(String key, String value) {
		return "{\"key\":" + Json.encoded(key) + ",\"value\":" + Json.encoded(value) + ",\"ignore_lease\":true}";
	}

	static String all(String begin) {
		return "{" + range(begin) + "}";
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

	// In one step: creates the place if its key is free, deletes the place that it
	// replaces, and reads the line.
	static String take(Fence fence, String key, String value, @Nullable Place instead) {
		String put = "{\"request_put\":" + put(key, value, fence.lease()) + "}";
		String first = (instead != null) ? delete(LockKeys.keyOf(instead)) + "," + put : put;
		String free = ",{\"key\":" + Json.encoded(key) + ",\"target\":\"VERSION\",\"version\":\"0\"}";
		return changed(fence, (instead != null) ? free + isThere(instead) : free,
				first + ",{\"request_range\":" + all(LockKeys.lockOf(key)) + "}");
	}

	static String leave(Fence fence, Place place) {
		return changed(fence, isThere(place), delete(LockKeys.keyOf(place)));
	}

	static String mark(Fence fence, Place place, String value) {
		return changed(fence, isThere(place), "{\"request_put\":" + rewritten(LockKeys.keyOf(place), value) + "}");
	}

	// This place, and not a later one with the same key.
	private static String isThere(Place place) {
		return ",{\"key\":" + Json.encoded(LockKeys.keyOf(place)) + ",\"target\":\"CREATE\",\"create_revision\":\""
				+ LockKeys.revisionOf(place) + "\"}";
	}

	// Prevents the execution of requests with smaller numbers, and reads the line.
	static String bar(Fence fence, String lock) {
		return changed(fence, "", "{\"request_put\":" + rewritten(fence.key(), number(fence.number()))
				+ "},{\"request_range\":" + all(lock) + "}");
	}

	static String places(List<Place> places) {
		return "{\"success\":[" + places.stream()
			.map((place) -> "{\"request_range\":{\"key\":" + Json.encoded(LockKeys.keyOf(place))
					+ ",\"keys_only\":true}}")
			.collect(Collectors.joining(",")) + "]}";
	}

	static String watch(String begin, long revision) {
		return "{\"create_request\":{" + range(begin) + ",\"start_revision\":\"" + revision
				+ "\",\"filters\":[\"NOPUT\"]}}";
	}

	private static String delete(String key) {
		return "{\"request_delete_range\":" + get(key) + "}";
	}

	private static String changed(Fence fence, String compares, String success) {
		return "{\"compare\":[{\"key\":" + Json.encoded(fence.key())
				+ ",\"target\":\"VALUE\",\"result\":\"LESS\",\"value\":" + Json.encoded(number(fence.number())) + "}"
				+ compares + "],\"success\":[" + success + "]}";
	}

	/**
	 * The session key that guards a request, and the number of the request.
	 */
	record Fence(String key, String lease, long number) {

	}

}
