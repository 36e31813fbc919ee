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

	// Also for a released owner; empty if the owner is no attempt.
	public static String client(String owner) {
		int end = owner.indexOf(END_OF_CLIENT);
		return (end < 0) ? "" : owner.substring(owner.startsWith(RELEASED_BY) ? RELEASED_BY.length() : 0, end);
	}

	// The owner during the minimum hold of an attempt that has released the lock.
	public static String released(String id) {
		return RELEASED_BY + id;
	}

	// The attempt whose minimum hold keeps the lock, or null.
	public static @Nullable String releasedBy(String owner) {
		return owner.startsWith(RELEASED_BY) ? owner.substring(RELEASED_BY.length()) : null;
	}

}
