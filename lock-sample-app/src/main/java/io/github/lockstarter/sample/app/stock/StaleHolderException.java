package io.github.lockstarter.sample.app.stock;

// A later holder of the lock has used a larger fencing token.
class StaleHolderException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	StaleHolderException(long token) {
		super("The write with token " + token
				+ " came too late: the row has seen a larger token. Nothing was written.");
	}

}
