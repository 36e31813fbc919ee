package io.github.lockstarter.redis;

import java.time.Instant;
import java.util.Map;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.LoggedText;

/**
 * The time in which a connection is down, with the reason.
 */
record Outage(String trouble, Instant since) {

	// Lettuce's words when the server refused a connection before Lettuce looked
	private static final String REASON_LOST = "RedisHandshakeHandler not registered";

	private static final String PROPERTIES = " (spring.data.redis.username, spring.data.redis.password; with Redis "
			+ "Sentinel also spring.data.redis.sentinel.*): ";

	// how Redis refuses a login, and what that means
	private static final Map<String, String> CREDENTIALS = Map.of("WRONGPASS",
			"the user or the password is wrong" + PROPERTIES, "NOAUTH", "Redis requires a password" + PROPERTIES,
			"ERR AUTH ", "Redis has no password for this user" + PROPERTIES);

	static Outage since(Moment begin, String trouble) {
		return new Outage(trouble, Instant.ofEpochMilli(begin.wallMillis()));
	}

	Outage because(String reason) {
		return new Outage(reason, this.since);
	}

	// Uses the first cause. A problem with a certificate is reported as one of TLS,
	// because the cause itself ("NotAfter: ...") does not say so. A failure that has lost
	// its reason changes nothing.
	Outage because(Throwable failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		if (REASON_LOST.equals(cause.getMessage())) {
			return this;
		}
		TlsMismatch mismatch = mismatch(failure);
		if (mismatch != null) {
			return because(String.valueOf(mismatch.getMessage()));
		}
		String message = (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
		String said = message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
		if (isTls(failure)) {
			return because(TlsMismatch.TLS + said);
		}
		return because(CREDENTIALS.entrySet()
			.stream()
			.filter((error) -> said.startsWith(error.getKey()))
			.findFirst()
			.map((error) -> error.getValue() + said)
			.orElse(said));
	}

	private static @Nullable TlsMismatch mismatch(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof TlsMismatch found) {
				return found;
			}
		}
		return null;
	}

	private static boolean isTls(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SSLException) {
				return true;
			}
		}
		return false;
	}

	static boolean isRefused(String text) {
		return CREDENTIALS.values().stream().anyMatch(text::startsWith);
	}

	// Redis was reached, and refuses the connection until a person changes something.
	static boolean isPermanent(String text) {
		return isRefused(text) || text.startsWith("NOPERM");
	}

	static boolean namesProperty(String text) {
		return text.contains(TlsMismatch.TLS) || CREDENTIALS.values().stream().anyMatch(text::contains);
	}

	StoreState.Link link() {
		return StoreState.Link.down(this.trouble, this.since);
	}

	/**
	 * Logs the outages of one server or cluster: a warning at the beginning, a line at
	 * the end, and nothing between; for one thread.
	 */
	static final class Report {

		private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

		private final String name;

		private boolean warned;

		Report(String name) {
			this.name = name;
		}

		void begin(String trouble, String consequence) {
			if (!this.warned) {
				this.warned = true;
				logger.warn(this.name + (isRefused(trouble) ? " refuses the connection: " : " cannot be reached: ")
						+ LoggedText.of(trouble) + ". " + consequence);
			}
		}

		void end() {
			if (this.warned) {
				this.warned = false;
				logger.info(this.name + " can be reached again");
			}
		}

	}

}
