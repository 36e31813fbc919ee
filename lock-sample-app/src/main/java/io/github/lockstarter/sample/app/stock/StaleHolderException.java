package io.github.lockstarter.sample.app.stock;

/**
 * Another has the lock by now, and has shown a larger fencing token. Nothing was written.
 */
class StaleHolderException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	StaleHolderException(long token) {
		super("The write with token " + token
				+ " came too late: the row has seen a larger token. Nothing was written.");
	}

}
