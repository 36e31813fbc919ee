package io.github.lockstarter.core;

/**
 * A setting is out of its range.
 */
public final class InvalidLockSettingException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String property;

	private final String reason;

	/**
	 * Creates the exception.
	 * @param property the name of the property, without the prefix
	 * @param value its value
	 * @param reason the rule that it violates, such as "must be at least 10ms"
	 */
	public InvalidLockSettingException(String property, Object value, String reason) {
		super("distributed-lock." + property + " is " + value + ", but " + reason);
		this.property = property;
		this.reason = reason;
	}

	/**
	 * The property to change.
	 * @return its name, without the prefix
	 */
	public String getProperty() {
		return this.property;
	}

	/**
	 * The rule that the property violates.
	 * @return the rest of a sentence that begins with the property
	 */
	public String getReason() {
		return this.reason;
	}

}
