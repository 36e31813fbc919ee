package io.github.lockstarter.redis;

import java.util.Map;

import javax.net.ssl.SSLException;

import org.springframework.core.NestedExceptionUtils;

/**
 * Says why there is no connection, for people.
 */
final class ConnectionFailure {

	// Lettuce's words when the server refused a connection before it looked.
	private static final String REASON_LOST = "RedisHandshakeHandler not registered";

	private static final String PROPERTIES = " (spring.data.redis.username, spring.data.redis.password; with Redis "
			+ "Sentinel also spring.data.redis.sentinel.*): ";

	private static final String TLS = "TLS failed (spring.data.redis.ssl.*): ";

	// What Redis says when it does not let us in, and what that means.
	private static final Map<String, String> CREDENTIALS = Map.of("WRONGPASS",
			"the user or the password is wrong" + PROPERTIES, "NOAUTH", "Redis wants a password" + PROPERTIES,
			"ERR AUTH ", "Redis has no password for this user" + PROPERTIES);

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
		String said = message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
		if (isTls(failure)) {
			return TLS + said;
		}
		return CREDENTIALS.entrySet()
			.stream()
			.filter((error) -> said.startsWith(error.getKey()))
			.findFirst()
			.map((error) -> error.getValue() + said)
			.orElse(said);
	}

	/**
	 * Whether a text says that Redis was reached and does not let us in.
	 */
	static boolean isRefused(String text) {
		return CREDENTIALS.values().stream().anyMatch(text::startsWith);
	}

	/**
	 * Whether a text says which property is wrong.
	 */
	static boolean namesProperty(String text) {
		return text.contains(TLS) || CREDENTIALS.values().stream().anyMatch(text::contains);
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
