package io.github.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The text that identifies one attempt to acquire and proves its ownership: the client
 * id, a colon, and a number that this client has not used before. Only this class knows
 * its parts.
 */
public final class AttemptId {

	private static final char END_OF_CLIENT = ':';

	private static final String RELEASED_BY = "!";

	private AttemptId() {
	}

	public static String of(String clientId, long number) {
		return clientId + END_OF_CLIENT + number;
	}

	public static boolean isOf(String id, String clientId) {
		return id.length() > clientId.length() && id.charAt(clientId.length()) == END_OF_CLIENT
				&& id.startsWith(clientId);
	}

	/**
	 * Returns the client of an attempt that owns a lock or has left a minimum hold.
	 * @param owner the owner, as the store keeps it
	 * @return the client id, empty if the owner is no attempt
	 */
	public static String client(String owner) {
		int end = owner.indexOf(END_OF_CLIENT);
		return (end < 0) ? "" : owner.substring(owner.startsWith(RELEASED_BY) ? RELEASED_BY.length() : 0, end);
	}

	/**
	 * Returns the owner that a store keeps during the minimum hold of an attempt that has
	 * released the lock.
	 * @param id the attempt
	 * @return the owner
	 */
	public static String released(String id) {
		return RELEASED_BY + id;
	}

	/**
	 * Returns the attempt whose minimum hold keeps a lock.
	 * @param owner the owner, as the store keeps it
	 * @return the attempt that has released the lock, or {@code null} if the owner has
	 * not
	 */
	public static @Nullable String releasedBy(String owner) {
		return owner.startsWith(RELEASED_BY) ? owner.substring(RELEASED_BY.length()) : null;
	}

}
