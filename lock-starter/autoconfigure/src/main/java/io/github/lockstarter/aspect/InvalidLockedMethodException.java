package io.github.lockstarter.aspect;

import org.jspecify.annotations.Nullable;

/**
 * Thrown at startup if an annotated method cannot be locked as its annotation requires.
 */
public final class InvalidLockedMethodException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String method;

	private final String reason;

	private final String action;

	/**
	 * Creates the exception.
	 * @param method class, method and parameter types, or only the class
	 * @param reason why it cannot be locked, as the rest of a sentence that begins with
	 * the method
	 * @param action what to change, as a sentence
	 * @param cause the underlying exception
	 */
	public InvalidLockedMethodException(String method, String reason, String action, @Nullable Throwable cause) {
		super(method + " " + reason + ". " + action, cause);
		this.method = method;
		this.reason = reason;
		this.action = action;
	}

	/**
	 * Returns the method that cannot be locked.
	 * @return class, method and parameter types, or only the class
	 */
	public String getMethod() {
		return this.method;
	}

	/**
	 * Returns why the method cannot be locked.
	 * @return the rest of a sentence that begins with the method
	 */
	public String getReason() {
		return this.reason;
	}

	/**
	 * Returns what the developer can change.
	 * @return a sentence
	 */
	public String getAction() {
		return this.action;
	}

}
