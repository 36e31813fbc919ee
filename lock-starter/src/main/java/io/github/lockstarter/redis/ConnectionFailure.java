package io.github.lockstarter.redis;

import javax.net.ssl.SSLException;

import org.springframework.core.NestedExceptionUtils;

/**
 * Says why there is no connection, for people.
 */
final class ConnectionFailure {

	// Lettuce's words when the server refused a connection before it looked.
	private static final String REASON_LOST = "RedisHandshakeHandler not registered";

	private ConnectionFailure() {
	}

	/**
	 * The first cause of a failure. What is wrong with a certificate is said of TLS,
	 * because the cause itself ("NotAfter: ...") does not say what it is about.
	 * @param before what is said if this failure has lost its reason
	 */
	static String text(Throwable failure, String before) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		if (REASON_LOST.equals(cause.getMessage())) {
			return before;
		}
		String message = (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
		return isTls(failure) ? "TLS failed (spring.data.redis.ssl.*): " + message : message;
	}

	private static boolean isTls(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SSLException) {
				return true;
			}
		}
		return false;
	}

}
