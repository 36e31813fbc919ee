package io.github.lockstarter.session;

/**
 * A place in the queue of one lock. Keys are never reused.
 *
 * @param id the attempt that has taken it
 * @param key where the directory keeps it
 * @param kind beside how many others it is admitted
 */
public record Place(String id, String key, PlaceKind kind) {

	/**
	 * An exclusive place.
	 * @param id the attempt that has taken it
	 * @param key where the directory keeps it
	 */
	public Place(String id, String key) {
		this(id, key, PlaceKind.EXCLUSIVE);
	}

}
