package io.github.lockstarter.etcd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.text.Sha256;

/**
 * How keys are spelled: the places in the line for the lock {@code x} are
 * {@code <root>/locks/<SHA-256 of prefix and x>/<lease of the session>-<number>}, in
 * which is written for which attempt it was taken, by whom, and for which lock; a session
 * is {@code <root>/sessions/<client>/<its lease>}.
 */
final class LockKeys {

	// A name is not a document.
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

	/**
	 * What the keys of all places begin with.
	 */
	String locks() {
		return this.root + "/locks/";
	}

	/**
	 * What the keys of the places of a lock begin with. Two names never have the same,
	 * whatever their characters.
	 */
	String lock(String name) {
		return locks() + Sha256.of(this.prefix, name) + "/";
	}

	/**
	 * A place. Others may have its key before and after it, and none has its revision.
	 * @param key its key in etcd
	 * @param value what is written there
	 * @param revision that has made it
	 */
	static Place place(String key, String value, long revision) {
		int end = value.indexOf('\n');
		return new Place((end < 0) ? value : value.substring(0, end), key + "@" + revision);
	}

	/**
	 * The place that was found at a key.
	 */
	static Place place(Json found) {
		return place(found.at("key").decoded(), found.at("value").decoded(), found.at("create_revision").number());
	}

	static String keyOf(Place place) {
		return place.key().substring(0, place.key().lastIndexOf('@'));
	}

	static long revisionOf(Place place) {
		return Long.parseLong(place.key().substring(place.key().lastIndexOf('@') + 1));
	}

	/**
	 * What the key of a place begins with, as those of all places of the same lock.
	 */
	static String lockOf(Place place) {
		return lockOf(place.key());
	}

	static String lockOf(String key) {
		return key.substring(0, key.lastIndexOf('/') + 1);
	}

	String session(String clientId, String lease) {
		return this.root + "/sessions/" + clientId + "/" + lease;
	}

	/**
	 * The first key behind all that begin with a text, which ends with a slash.
	 */
	static String behind(String begin) {
		return begin.substring(0, begin.length() - 1) + "0";
	}

	/**
	 * What is written at a place.
	 */
	String placeValue(String id, String name) {
		String text = this.prefix + ":" + name;
		return id + "\n" + this.holderLabel + "\n" + text.substring(0, Math.min(text.length(), LONGEST_NAME));
	}

	/**
	 * What is written at a place that is to stay for a time.
	 */
	String markedValue(String id, long millis) {
		return id + "\n!" + millis + " " + this.holderLabel;
	}

	/**
	 * Reads what is written at a place.
	 */
	static Directory.Note note(String value, long number) {
		String[] lines = value.split("\n", 3);
		String holder = (lines.length > 1) ? lines[1] : lines[0];
		Matcher marked = MARKED.matcher(holder);
		return marked.matches() ? new Directory.Note(number, marked.group(2).strip(), Long.parseLong(marked.group(1)))
				: new Directory.Note(number, holder.strip(), 0);
	}

}
