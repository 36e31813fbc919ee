package io.github.lockstarter.redis;

import java.util.Locale;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import org.springframework.core.NestedExceptionUtils;

/**
 * A connection failed as if only one side used TLS: a server without TLS waits for the
 * rest of a command, and one with TLS closes the connection, both without an error.
 */
final class TlsMismatch extends RuntimeException {

	private static final long serialVersionUID = 1L;

	static final String TLS = "TLS failed (spring.data.redis.ssl.*): ";

	private TlsMismatch(String message, Throwable cause) {
		super(message, cause);
	}

	// the failure itself, or one that says that TLS may be the reason
	static Throwable explained(RedisURI uri, Throwable failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		String said = String.valueOf(cause.getMessage());
		if (uri.isSsl()) {
			return (cause instanceof RedisCommandTimeoutException || said.contains("initialization timed out"))
					? new TlsMismatch(TLS + "the server did not answer the handshake, as one does that "
							+ "does not speak TLS: " + said, failure)
					: failure;
		}
		return isOfAClosedConnection(said.toLowerCase(Locale.ROOT)) ? new TlsMismatch(
				said + " (as by a server that wants TLS: spring.data.redis.ssl.enabled, or rediss:// in an address)",
				failure) : failure;
	}

	private static boolean isOfAClosedConnection(String said) {
		return said.contains("closed prematurely") || said.contains("connection reset")
				|| said.contains("invalid first byte") || said.contains("broken pipe");
	}

}
