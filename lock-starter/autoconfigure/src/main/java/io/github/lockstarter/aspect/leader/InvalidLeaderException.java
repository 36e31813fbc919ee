package io.github.lockstarter.aspect.leader;

import org.jspecify.annotations.Nullable;

/**
 * Thrown at startup if an annotated bean or method cannot follow a leadership.
 */
public final class InvalidLeaderException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String element;

	private final String reason;

	private final String action;

	/**
	 * Creates the exception.
	 * @param element the bean or method, as the subject of a sentence
	 * @param reason why it cannot follow a leadership, as the rest of that sentence
	 * @param action what to change, as a sentence
	 * @param cause the underlying exception
	 */
	public InvalidLeaderException(String element, String reason, String action, @Nullable Throwable cause) {
		super(element + " " + reason + ". " + action, cause);
		this.element = element;
		this.reason = reason;
		this.action = action;
	}

	/**
	 * Returns what is annotated.
	 * @return the bean with its class, or class, method and parameter types
	 */
	public String getElement() {
		return this.element;
	}

	/**
	 * Returns why it cannot follow a leadership.
	 * @return the rest of a sentence that begins with the element
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
