package io.github.lockstarter.etcd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.text.Sha256;

/**
 * The layout of keys: {@code <root>/locks/<SHA-256 of prefix and name>/<lease>-<number>}
 * for a place, whose value has the attempt, the holder and the lock name; {@code
 * <root>/sessions/<client>/<lease>} for a session.
 */
final class LockKeys {

	// Bounds the value: the name is informational.
	private static final int LONGEST_NAME = 1_000;

	private static final Pattern MARKED = Pattern.compile("!(\\d{1,18}) (.*)", Pattern.DOTALL);

	private final String root;

	private final String prefix;

	private final String holderLabel;

	LockKeys(String root, String prefix, String holderLabel) {
		this.root = root;
		this.prefix = prefix;
		String label = holderLabel.replace('\n', ' ');
		this.holderLabel = label.startsWith("!") ? " " + label : label;
	}

	String locks() {
		return this.root + "/locks/";
	}

	// Two names never have the same prefix, whatever their characters.
	String lock(String name) {
		return locks() + Sha256.of(this.prefix, name) + "/";
	}

	// A key may be used again for another place; the revision may not.
	static Place place(String key, String value, long revision) {
		int end = value.indexOf('\n');
		return new Place((end < 0) ? value : value.substring(0, end), key + "@" + revision);
	}

	static Place place(Json found) {
		return place(found.at("key").decoded(), found.at("value").decoded(), found.at("create_revision").number());
	}

	static String keyOf(Place place) {
		return place.key().substring(0, place.key().lastIndexOf('@'));
	}

	static long revisionOf(Place place) {
		return Long.parseLong(place.key().substring(place.key().lastIndexOf('@') + 1));
	}

	static String lockOf(Place place) {
		return lockOf(place.key());
	}

	static String lockOf(String key) {
		return key.substring(0, key.lastIndexOf('/') + 1);
	}

	String session(String clientId, String lease) {
		return this.root + "/sessions/" + clientId + "/" + lease;
	}

	// The first key after all keys with this prefix, which ends with a slash.
	static String behind(String begin) {
		return begin.substring(0, begin.length() - 1) + "0";
	}

	String placeValue(String id, String name) {
		String text = this.prefix + ":" + name;
		return id + "\n" + this.holderLabel + "\n" + text.substring(0, Math.min(text.length(), LONGEST_NAME));
	}

	String markedValue(String id, long millis) {
		return id + "\n!" + millis + " " + this.holderLabel;
	}

	static Directory.Note note(String value, long number) {
		String[] lines = value.split("\n", 3);
		String holder = (lines.length > 1) ? lines[1] : lines[0];
		Matcher marked = MARKED.matcher(holder);
		return marked.matches() ? new Directory.Note(number, marked.group(2).strip(), Long.parseLong(marked.group(1)))
				: new Directory.Note(number, holder.strip(), 0);
	}

}
