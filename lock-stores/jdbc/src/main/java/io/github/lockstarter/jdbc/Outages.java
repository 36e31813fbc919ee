package io.github.lockstarter.jdbc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.text.LoggedText;

/**
 * Logs the outages of one store: one warning when an outage begins and one line when it
 * ends, however many connections it affects. A connection that breaks and is opened again
 * at once is no outage. Thread-safe.
 */
final class Outages {

	private static final Logger logger = LoggerFactory.getLogger(JdbcLockStore.class);

	// After an outage connections for commands and for notifications may come up in any
	// order.
	private static final int ATTEMPTS_TO_LISTEN = 3;

	private final Supplier<String> label;

	private final Set<Object> down = ConcurrentHashMap.newKeySet();

	private final AtomicReference<State> commands = new AtomicReference<>(State.GOOD);

	private final AtomicReference<State> messages = new AtomicReference<>(State.GOOD);

	Outages(Supplier<String> label) {
		this.label = label;
	}

	void begin(Object connection, String trouble) {
		this.down.add(connection);
		if (this.commands.compareAndSet(State.GOOD, State.TOLD)) {
			logger.warn(this.label.get() + " cannot be used: " + LoggedText.of(trouble)
					+ ". Until a connection can be opened, held locks stay held until their leases expire, and no "
					+ "other lock is granted.");
		}
	}

	void end(Object connection) {
		if (this.down.remove(connection) && this.down.isEmpty()
				&& this.commands.compareAndSet(State.TOLD, State.GOOD)) {
			logger.info(this.label.get() + " can be reached again");
		}
	}

	// Silent during an outage of the command connections, which is logged already.
	void deaf(int attempts, String trouble) {
		if (attempts >= ATTEMPTS_TO_LISTEN && this.down.isEmpty()
				&& this.messages.compareAndSet(State.GOOD, State.TOLD)) {
			logger.warn(this.label.get() + " does not let this instance listen: " + LoggedText.of(trouble)
					+ ". Locks work, but waiters of this instance poll instead of being notified.");
		}
	}

	void hears() {
		if (this.messages.compareAndSet(State.TOLD, State.GOOD)) {
			logger.info("Messages from " + this.label.get() + " are received again");
		}
	}

	private enum State {

		GOOD, TOLD

	}

}
