package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;

/**
 * How old a message to a waiter may be, by the answers that it had. The arrival of a
 * message proves nothing: it may have lain in the socket of a paused process. But the
 * server says how much of its own time lies between an answer and the message. All
 * answers count, and the slowest decides: to one from after a backward step of the
 * server's clock, a message from before it would look new. What another server's clock
 * said does not count. Guarded by the mutex of its {@link StoreAttempt}.
 */
final class MessageAge {

	// By this JVM's clocks, not after the time at which the server's clock was zero.
	private @Nullable Moment serverZero;

	private ServerTime last = ServerTime.NONE;

	/**
	 * A server answered at some time after {@code asked}.
	 * @param time the time in the answer
	 */
	void answered(Moment asked, ServerTime time) {
		Moment zero = asked.plusMillis(-time.millis());
		this.serverZero = (this.serverZero != null && time.isOfSameClock(this.last)) ? this.serverZero.earlier(zero)
				: zero;
		this.last = time;
	}

	boolean isKnown() {
		return this.serverZero != null;
	}

	void clear() {
		this.serverZero = null;
		this.last = ServerTime.NONE;
	}

	/**
	 * When the grant in a message was given, or before, by this JVM's clocks.
	 * @return a moment not after the grant, or {@code null} if nothing is known
	 */
	@Nullable Moment begin(PushMessage message, Moment arrival) {
		Moment zero = this.serverZero;
		return (zero != null && message.time().isOfSameClock(this.last))
				? zero.plusMillis(message.time().millis()).earlier(arrival) : null;
	}

}
