package io.github.lockstarter.core;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * Both clocks of a model: they stand still until they are moved.
 */
final class ModelClock implements LockClock {

	private volatile Moment now = new Moment(1_000_000_000_000L, 1_700_000_000_000L);

	@Override
	public Moment now() {
		return this.now;
	}

	void advanceMillis(long millis) {
		this.now = this.now.plusMillis(millis);
	}

}
