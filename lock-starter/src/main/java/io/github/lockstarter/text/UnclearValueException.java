package io.github.lockstarter.text;

/**
 * A value whose text may differ from server to server, or from call to call. Whoever asks
 * for a text turns it into what callers are told.
 */
public final class UnclearValueException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Creates the exception.
	 * @param reason what is wrong, as the rest of a sentence that begins with the
	 * expression
	 * @param action what to change, as a sentence without its period
	 */
	UnclearValueException(String reason, String action) {
		super(reason, null, false, false);
		this.action = action;
	}

	/**
	 * What is wrong.
	 * @return the rest of a sentence that begins with where the value comes from
	 */
	public String reason() {
		return String.valueOf(getMessage());
	}

	/**
	 * What to change.
	 * @return a sentence without its period
	 */
	public String action() {
		return this.action;
	}

}
