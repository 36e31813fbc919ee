package io.github.lockstarter.jdbc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.text.LoggedText;

/**
 * The outages of one store in the log: a warning when one begins, a line when it is over,
 * and nothing between, however many connections it has hit. One begins when a connection
 * cannot be made: one that breaks and is made anew at once is none. Safe for any number
 * of threads.
 */
final class Outages {

	private static final Log logger = LogFactory.getLog(JdbcLockStore.class);

	// A database that comes back lets commands in first, or messages.
	private static final int ATTEMPTS_TO_LISTEN = 3;

	private final Supplier<String> label;

	private final Set<Object> down = ConcurrentHashMap.newKeySet();

	private final AtomicReference<State> commands = new AtomicReference<>(State.GOOD);

	private final AtomicReference<State> messages = new AtomicReference<>(State.GOOD);

	/**
	 * Creates it.
	 * @param label what cannot be used, the subject of a sentence
	 */
	Outages(Supplier<String> label) {
		this.label = label;
	}

	/**
	 * A connection for commands could not be made.
	 * @param connection the connection
	 * @param trouble why
	 */
	void begin(Object connection, String trouble) {
		this.down.add(connection);
		if (this.commands.compareAndSet(State.GOOD, State.TOLD)) {
			logger.warn(this.label.get() + " cannot be used: " + LoggedText.of(trouble)
					+ ". While no connection stands, what is held is held until its lease ends, and nothing else is "
					+ "granted.");
		}
	}

	/**
	 * A connection for commands stands.
	 */
	void end(Object connection) {
		if (this.down.remove(connection) && this.down.isEmpty()
				&& this.commands.compareAndSet(State.TOLD, State.GOOD)) {
			logger.info(this.label.get() + " can be reached again");
		}
	}

	/**
	 * The connection for messages could not be made. While those for commands cannot be
	 * made either, that is told already.
	 * @param attempts how often not, one after the other
	 * @param trouble why
	 */
	void deaf(int attempts, String trouble) {
		if (attempts >= ATTEMPTS_TO_LISTEN && this.down.isEmpty()
				&& this.messages.compareAndSet(State.GOOD, State.TOLD)) {
			logger.warn(this.label.get() + " does not let this instance listen: " + LoggedText.of(trouble)
					+ ". Locks work, but a waiter of this instance finds its turn only by asking.");
		}
	}

	/**
	 * Messages arrive.
	 */
	void hears() {
		if (this.messages.compareAndSet(State.TOLD, State.GOOD)) {
			logger.info("Messages from " + this.label.get() + " are received again");
		}
	}

	/**
	 * What the log says last.
	 */
	private enum State {

		GOOD, TOLD

	}

}
