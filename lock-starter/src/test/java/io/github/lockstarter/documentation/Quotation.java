package io.github.lockstarter.documentation;

import java.util.List;
import java.util.stream.Stream;

/**
 * Words of a line of the log, with … for what differs.
 *
 * @param text the words
 */
record Quotation(String text) {

	List<String> parts() {
		return Stream.of(this.text.split("…")).map(String::strip).filter((part) -> part.length() > 1).toList();
	}

	/**
	 * How much of it does not differ.
	 */
	int length() {
		return parts().stream().mapToInt(String::length).sum();
	}

	/**
	 * Whether a text has all of its parts, in their order.
	 */
	boolean isOf(String whole) {
		int from = 0;
		for (String part : parts()) {
			int found = whole.indexOf(part, from);
			if (found < 0) {
				return false;
			}
			from = found + part.length();
		}
		return true;
	}

}
