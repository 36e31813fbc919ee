package io.github.lockstarter.core;

import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.store.LockStore;

/**
 * Why a lock was lost, in words for the log and for the caller.
 */
final class LossText {

	private LossText() {
	}

	static String of(LossReason reason, LockStore store) {
		return switch (reason) {
			case FIXED_LEASE -> "its fixed lease time was over";
			case NOT_RENEWED ->
				"it could not be renewed in time (a paused process, or " + store.label() + " out of reach)";
			case MAX_HOLD -> "distributed-lock.max-hold was reached";
			case CLOCK -> "the wall clock of this machine was set forward, or the machine slept";
			case TAKEN -> store.label() + " had given it to another, or it was taken away";
			case RESTARTED -> "this application was stopped and started again meanwhile";
			case ABANDONED -> "no lease on it is reachable any more, and none was closed";
		};
	}

}
