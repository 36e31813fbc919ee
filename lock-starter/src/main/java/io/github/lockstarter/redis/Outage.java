package io.github.lockstarter.redis;

import java.time.Instant;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreState;

/**
 * A time in which a connection does not stand.
 *
 * @param trouble why, as far as is known now, for people
 * @param since since when
 */
record Outage(String trouble, Instant since) {

	static Outage since(Moment begin, String trouble) {
		return new Outage(trouble, Instant.ofEpochMilli(begin.wallMillis()));
	}

	/**
	 * The same outage, for a reason that was found later.
	 */
	Outage because(String reason) {
		return new Outage(reason, this.since);
	}

	StoreState.Link link() {
		return StoreState.Link.down(this.trouble, this.since);
	}

}
