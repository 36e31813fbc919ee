package io.github.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The locks cannot start as the application is configured. The start of the application
 * fails, and Spring Boot prints the description and the action.
 */
public final class LockStartException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Creates the exception.
	 * @param description what is wrong, as one or more sentences without the last period
	 * @param action what to change, as one or more sentences
	 */
	public LockStartException(String description, String action) {
		this(description, action, null);
	}

	/**
	 * Creates the exception.
	 * @param description what is wrong, as one or more sentences without the last period
	 * @param action what to change, as one or more sentences
	 * @param cause the underlying exception
	 */
	public LockStartException(String description, String action, @Nullable Throwable cause) {
		super(description, cause);
		this.action = action;
	}

	/**
	 * Creates the exception for a property that is out of its range.
	 * @param property the name of the property, without the prefix
	 * @param value its value
	 * @param reason the rule that it violates, such as "must be at least 10ms"
	 * @return the exception
	 */
	public static LockStartException ofProperty(String property, Object value, String reason) {
		return new LockStartException("distributed-lock." + property + " is " + value + ", but " + reason,
				"Change the property distributed-lock." + property + ": it " + reason + ".");
	}

	/**
	 * What to change.
	 * @return one or more sentences
	 */
	public String getAction() {
		return this.action;
	}

}
