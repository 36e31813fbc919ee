package io.github.lockstarter.core;

/**
 * A setting makes no sense.
 */
public final class InvalidLockSettingException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String property;

	private final String reason;

	/**
	 * Creates the exception.
	 * @param property the name of the property, without the prefix
	 * @param value its value
	 * @param reason what it must be
	 */
	public InvalidLockSettingException(String property, Object value, String reason) {
		super("distributed-lock." + property + " is " + value + ", but " + reason);
		this.property = property;
		this.reason = reason;
	}

	/**
	 * The property that has to change.
	 * @return its name, without the prefix
	 */
	public String getProperty() {
		return this.property;
	}

	/**
	 * What the property must be.
	 * @return the rest of a sentence that begins with the property
	 */
	public String getReason() {
		return this.reason;
	}

}
