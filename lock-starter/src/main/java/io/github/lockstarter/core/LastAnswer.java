package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

/**
 * The last answered question of a waiter, which bounds the age of a message to it. The
 * arrival of a message proves nothing: it may have lain in the socket of a paused
 * process. But the server says how much of its own time lies between its answer and the
 * message. Guarded by the mutex of its {@link Acquisition}.
 */
final class LastAnswer {

	private @Nullable Moment asked;

	private long serverNow;

	void set(Moment asked, long serverNow) {
		this.asked = asked;
		this.serverNow = serverNow;
	}

	boolean isKnown() {
		return this.asked != null;
	}

	void clear() {
		this.asked = null;
	}

	/**
	 * When the grant in a message was given, at the latest by this JVM's clocks.
	 * @return that moment, or {@code null} if nothing is known
	 */
	@Nullable Moment begin(HandOff handOff, Moment arrival) {
		Moment since = this.asked;
		return (since != null) ? since.plusMillis(handOff.serverNow() - this.serverNow).earlier(arrival) : null;
	}

}
