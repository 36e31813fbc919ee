package io.github.lockstarter;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The key of a lock cannot be used: it is null or blank, its expression refers to
 * something unknown or fails, or its value does not identify anything.
 */
public final class InvalidLockKeyException extends LockException {

	private static final long serialVersionUID = 1L;

	private final @Nullable String reason;

	private final @Nullable String action;

	/**
	 * Creates the exception.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 */
	public InvalidLockKeyException(String lockName, String message) {
		this(lockName, message, (Throwable) null);
	}

	/**
	 * Creates the exception with its cause.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 * @param cause what led to it
	 */
	public InvalidLockKeyException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
		this.reason = null;
		this.action = null;
	}

	/**
	 * Creates the exception with a message in two parts.
	 * @param lockName the lock concerned
	 * @param reason what is wrong, without its period
	 * @param action what a person can change, without its period
	 * @param cause what led to it
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
	 * What is wrong.
	 * @return the first part of the message, or the whole message if it is not in parts
	 */
	public String getReason() {
		return (this.reason != null) ? this.reason : String.valueOf(getMessage());
	}

	/**
	 * What a person can change.
	 * @return a sentence, empty if the message is not in parts
	 */
	public Optional<String> getAction() {
		return Optional.ofNullable(this.action);
	}

}
