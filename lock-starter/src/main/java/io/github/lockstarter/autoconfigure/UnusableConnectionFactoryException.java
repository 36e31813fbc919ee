package io.github.lockstarter.autoconfigure;

final class UnusableConnectionFactoryException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String action;

	UnusableConnectionFactoryException(String message, String action) {
		super(message);
		this.action = action;
	}

	String getAction() {
		return this.action;
	}

}
