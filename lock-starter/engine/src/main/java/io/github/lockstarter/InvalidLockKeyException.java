package io.github.lockstarter;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the key of a lock cannot be used: it is null or blank, its expression fails
 * or refers to something unknown, or its value does not identify anything.
 */
public final class InvalidLockKeyException extends LockException {

	private static final long serialVersionUID = 1L;

	private final @Nullable String reason;

	private final @Nullable String action;

	public InvalidLockKeyException(String lockName, String message) {
		this(lockName, message, (Throwable) null);
	}

	public InvalidLockKeyException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
		this.reason = null;
		this.action = null;
	}

	/**
	 * Creates an exception whose message has two parts.
	 * @param lockName the name of the lock, as far as it is known
	 * @param reason what is wrong, without a period
	 * @param action what to change, without a period
	 * @param cause the cause, or {@code null}
	 */
	public InvalidLockKeyException(String lockName, String reason, String action, @Nullable Throwable cause) {
		super(lockName, reason + ". " + sentence(action), cause);
		this.reason = reason;
		this.action = sentence(action);
	}

	private static String sentence(String text) {
		return text.endsWith("?") ? text : text + ".";
	}

	/**
	 * Returns what is wrong.
	 * @return the first part of the message, or the whole message if it has one part only
	 */
	public String getReason() {
		return (this.reason != null) ? this.reason : String.valueOf(getMessage());
	}

	/**
	 * Returns what to change.
	 * @return a sentence, empty if the message has one part only
	 */
	public Optional<String> getAction() {
		return Optional.ofNullable(this.action);
	}

}
