package io.github.lockstarter.text;

/**
 * Thrown for a value whose text may differ between instances or calls; callers translate
 * it into an exception about their key.
 */
public final class UnclearValueException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	UnclearValueException(String reason, String action) {
		super(reason, null, false, false);
		this.action = action;
	}

	// The rest of a sentence whose subject is the source of the value.
	public String reason() {
		return String.valueOf(getMessage());
	}

	// A sentence without its period.
	public String action() {
		return this.action;
	}

}
