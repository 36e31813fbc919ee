package io.github.lockstarter.etcd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.text.Sha256;

/**
 * How keys are spelled: the places in the line for the lock {@code x} are
 * {@code <root>/locks/<SHA-256 of prefix and x>/<attempt>-<number>}, in which is written
 * who has taken it and for which lock; a session is {@code <root>/sessions/<client>/<its
 * lease>}.
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
	 * A place for an attempt that nobody has taken before.
	 * @param lock what its key begins with
	 * @param id the attempt
	 * @param number which place of this instance it is
	 */
	static Place place(String lock, String id, long number) {
		return new Place(id, lock + id + "-" + number);
	}

	/**
	 * The place that has a key.
	 */
	static Place place(String key) {
		int begin = key.lastIndexOf('/') + 1;
		int end = key.lastIndexOf('-');
		return new Place((end > begin) ? key.substring(begin, end) : key.substring(begin), key);
	}

	/**
	 * What the key of a place begins with, as those of all places of the same lock.
	 */
	static String lockOf(Place place) {
		return place.key().substring(0, place.key().lastIndexOf('/') + 1);
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
	String placeValue(String name) {
		String text = this.prefix + ":" + name;
		return this.holderLabel + "\n" + text.substring(0, Math.min(text.length(), LONGEST_NAME));
	}

	/**
	 * What is written at a place that is to stay for a time.
	 */
	String markedValue(long millis) {
		return "!" + millis + " " + this.holderLabel;
	}

	/**
	 * Reads what is written at a place.
	 */
	static Directory.Note note(String value, long number) {
		int end = value.indexOf('\n');
		String first = (end < 0) ? value : value.substring(0, end);
		Matcher marked = MARKED.matcher(first);
		return marked.matches() ? new Directory.Note(number, marked.group(2).strip(), Long.parseLong(marked.group(1)))
				: new Directory.Note(number, first.strip(), 0);
	}

}
