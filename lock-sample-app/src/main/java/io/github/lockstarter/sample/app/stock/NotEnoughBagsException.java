package io.github.lockstarter.sample.app.stock;

class NotEnoughBagsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	NotEnoughBagsException(String article, int left) {
		super("There are only " + left + " bags of " + article + " left. Nothing was reserved.");
	}

}
