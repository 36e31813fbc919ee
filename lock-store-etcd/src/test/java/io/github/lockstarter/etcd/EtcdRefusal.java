package io.github.lockstarter.etcd;

/**
 * An error of etcd.
 */
final class EtcdRefusal extends Exception {

	private static final long serialVersionUID = 1L;

	private final int status;

	private final int code;

	EtcdRefusal(int status, int code, String message) {
		super(message);
		this.status = status;
		this.code = code;
	}

	int status() {
		return this.status;
	}

	String body() {
		return "{\"error\":\"" + getMessage() + "\",\"message\":\"" + getMessage() + "\",\"code\":" + this.code + "}";
	}

}
