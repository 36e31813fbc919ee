package io.github.lockstarter.autoconfigure;

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
