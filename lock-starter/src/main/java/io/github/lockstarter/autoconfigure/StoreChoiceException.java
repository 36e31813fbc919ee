package io.github.lockstarter.autoconfigure;

/**
 * It is not clear which store keeps the locks, or it is not there.
 */
final class StoreChoiceException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String action;

	StoreChoiceException(String message, String action) {
		super(message);
		this.action = action;
	}

	String getAction() {
		return this.action;
	}

}
