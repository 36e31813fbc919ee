package io.github.lockstarter.key;

/**
 * A value whose text may differ from server to server, or from call to call. Never leaves
 * this package.
 */
final class UnclearValueException extends RuntimeException {

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

	String reason() {
		return String.valueOf(getMessage());
	}

	String action() {
		return this.action;
	}

}
