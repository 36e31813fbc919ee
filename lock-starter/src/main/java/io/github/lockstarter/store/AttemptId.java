package io.github.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The text that names one attempt to acquire and is its proof of ownership: the client
 * id, a colon, and a number that this client has not used before. Nobody else writes or
 * reads its parts.
 */
public final class AttemptId {

	private static final char END_OF_CLIENT = ':';

	private static final String RELEASED_BY = "!";

	private AttemptId() {
	}

	/**
	 * The id of an attempt.
	 * @param clientId the {@linkplain LockStore#clientId() client id}
	 * @param number which attempt of that client it is
	 * @return the id
	 */
	public static String of(String clientId, long number) {
		return clientId + END_OF_CLIENT + number;
	}

	/**
	 * Whether an attempt is one of that client.
	 * @param id the attempt
	 * @param clientId the client id
	 * @return whether the client has written it
	 */
	public static boolean isOf(String id, String clientId) {
		return id.length() > clientId.length() && id.charAt(clientId.length()) == END_OF_CLIENT
				&& id.startsWith(clientId);
	}

	/**
	 * The client of an attempt that owns a lock, or has left a minimum hold.
	 * @param owner the owner, as the store keeps it
	 * @return the client id, empty if it is no attempt
	 */
	public static String client(String owner) {
		int end = owner.indexOf(END_OF_CLIENT);
		return (end < 0) ? "" : owner.substring(owner.startsWith(RELEASED_BY) ? RELEASED_BY.length() : 0, end);
	}

	/**
	 * What a store keeps for the owner while the minimum hold of an attempt goes on that
	 * has given the lock back: the name is taken by nobody.
	 * @param id the attempt
	 * @return the owner
	 */
	public static String released(String id) {
		return RELEASED_BY + id;
	}

	/**
	 * The attempt whose minimum hold keeps a name taken.
	 * @param owner the owner, as the store keeps it
	 * @return the attempt that has given the lock back, or null if the owner has not
	 */
	public static @Nullable String releasedBy(String owner) {
		return owner.startsWith(RELEASED_BY) ? owner.substring(RELEASED_BY.length()) : null;
	}

}
