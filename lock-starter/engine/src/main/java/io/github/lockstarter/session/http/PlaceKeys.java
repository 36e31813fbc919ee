package io.github.lockstarter.session.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;
import io.github.lockstarter.text.Sha256;

/**
 * The layout of keys: {@code <root>/locks/<SHA-256 of prefix and name>/<session>-<slot>}
 * for a place, followed by its kind unless that is exclusive, and with the attempt, the
 * holder and the lock name as value; {@code <root>/sessions/<client>/<session>} for a
 * session.
 */
public class PlaceKeys {

	// Bounds the value: the name is informational.
	private static final int LONGEST_NAME = 1_000;

	private static final Pattern MARKED = Pattern.compile("!(\\d{1,18}) (.*)", Pattern.DOTALL);

	private final String root;

	private final String prefix;

	private final String holderLabel;

	/**
	 * Creates the layout.
	 * @param root the prefix of all keys, without a trailing slash
	 * @param prefix that of the lock names
	 * @param holderLabel the label of this instance
	 */
	public PlaceKeys(String root, String prefix, String holderLabel) {
		this.root = root;
		this.prefix = prefix;
		String label = holderLabel.replace('\n', ' ');
		this.holderLabel = label.startsWith("!") ? " " + label : label;
	}

	/**
	 * The places of all locks.
	 * @return the prefix of their keys
	 */
	public String locks() {
		return this.root + "/locks/";
	}

	/**
	 * The places of a lock. Two names never have the same prefix, whatever their
	 * characters.
	 * @param name the lock name
	 * @return the prefix of their keys
	 */
	public String lock(String name) {
		return locks() + Sha256.of(this.prefix, name) + "/";
	}

	/**
	 * The place at a key. The key may be used again for another place; the number may
	 * not.
	 * @param key the key
	 * @param value the value
	 * @param number the number of the place
	 * @return the place
	 */
	public static Place place(String key, String value, long number) {
		int end = value.indexOf('\n');
		return new Place((end < 0) ? value : value.substring(0, end), key + "@" + number,
				PlaceKind.of(key.substring(lockOf(key).length())));
	}

	/**
	 * The key of a place.
	 * @param place the place
	 * @return its key at the server
	 */
	public static String keyOf(Place place) {
		return place.key().substring(0, place.key().lastIndexOf('@'));
	}

	/**
	 * The number of a place.
	 * @param place the place
	 * @return its number, larger for a later place
	 */
	public static long numberOf(Place place) {
		return Long.parseLong(place.key().substring(place.key().lastIndexOf('@') + 1));
	}

	/**
	 * The lock of a place.
	 * @param place the place
	 * @return the prefix of the keys of the lock
	 */
	public static String lockOf(Place place) {
		return lockOf(place.key());
	}

	/**
	 * The lock of the place at a key.
	 * @param key the key
	 * @return the prefix of the keys of the lock
	 */
	public static String lockOf(String key) {
		return key.substring(0, key.lastIndexOf('/') + 1);
	}

	/**
	 * The key of a session.
	 * @param clientId the id of the instance
	 * @param session the id of the session
	 * @return the key
	 */
	public String session(String clientId, String session) {
		return this.root + "/sessions/" + clientId + "/" + session;
	}

	/**
	 * What is written to a place.
	 * @param id the attempt
	 * @param name the lock name
	 * @return the value
	 */
	public String placeValue(String id, String name) {
		String text = this.prefix + ":" + name;
		return id + "\n" + this.holderLabel + "\n" + text.substring(0, Math.min(text.length(), LONGEST_NAME));
	}

	/**
	 * What is written to a place that stays without an owner.
	 * @param id the attempt
	 * @param millis for how long it stays
	 * @return the value
	 */
	public String markedValue(String id, long millis) {
		return id + "\n!" + millis + " " + this.holderLabel;
	}

	/**
	 * Reads the value of a place.
	 * @param value the value
	 * @param number the number of the place
	 * @return its content
	 */
	public static Directory.Note note(String value, long number) {
		String[] lines = value.split("\n", 3);
		String holder = (lines.length > 1) ? lines[1] : lines[0];
		Matcher marked = MARKED.matcher(holder);
		return marked.matches() ? new Directory.Note(number, marked.group(2).strip(), Long.parseLong(marked.group(1)))
				: new Directory.Note(number, holder.strip(), 0);
	}

}
