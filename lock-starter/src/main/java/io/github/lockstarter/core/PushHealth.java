package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notices when grants are found by polling instead of arriving as messages, and has the
 * subscription renewed.
 */
final class PushHealth {

	// One or two happen when a holder crashes: nobody is there to send a message.
	private static final int MISSED_IN_A_ROW = 3;

	private final AtomicInteger missed = new AtomicInteger();

	private final LockStore store;

	PushHealth(LockStore store) {
		this.store = store;
	}

	void received() {
		if (this.missed.get() != 0) {
			this.missed.set(0);
		}
	}

	void missed() {
		if (this.store.isPushAvailable() && this.missed.incrementAndGet() >= MISSED_IN_A_ROW) {
			this.missed.set(0);
			this.store.resubscribe();
		}
	}

}
