package io.github.lockstarter.aspect;

import org.jspecify.annotations.Nullable;

/**
 * An annotated method that cannot be locked as its annotation says. Raised when its bean
 * is created, so that the application does not start with a method that only looks
 * locked.
 */
public final class InvalidLockedMethodException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String method;

	private final String reason;

	private final String action;

	/**
	 * Creates the exception.
	 * @param method class, method and parameter types; the class alone if it is that
	 * @param reason why it cannot be locked, as the rest of a sentence that begins with
	 * the method
	 * @param action what to change, as a sentence
	 * @param cause what led to it
	 */
	public InvalidLockedMethodException(String method, String reason, String action, @Nullable Throwable cause) {
		super(method + " " + reason + ". " + action, cause);
		this.method = method;
		this.reason = reason;
		this.action = action;
	}

	/**
	 * The method concerned.
	 * @return class, method and parameter types
	 */
	public String getMethod() {
		return this.method;
	}

	/**
	 * Why it cannot be locked.
	 * @return the rest of a sentence that begins with the method
	 */
	public String getReason() {
		return this.reason;
	}

	/**
	 * What a person can change.
	 * @return a sentence
	 */
	public String getAction() {
		return this.action;
	}

}
