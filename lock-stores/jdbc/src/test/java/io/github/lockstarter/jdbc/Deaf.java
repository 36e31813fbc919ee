package io.github.lockstarter.jdbc;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;

/**
 * An engine that does nothing with what a store tells it.
 */
final class Deaf implements LockStore.Listener {

	@Override
	public void onHandOff(PushMessage message) {
	}

	@Override
	public void onSubscribed() {
	}

}
