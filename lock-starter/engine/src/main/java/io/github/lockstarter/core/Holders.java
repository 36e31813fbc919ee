package io.github.lockstarter.core;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.observer.LockAttempt;

/**
 * How many may hold a lock at once: one, any number of readers, or as many as there are
 * permits.
 */
record Holders(LockMode mode, int permits) {

	private static final int ANY_NUMBER = 0;

	static Holders of(LockRequest request) {
		return new Holders(request.mode(), request.permits());
	}

	static Holders exclusive() {
		return new Holders(LockMode.WRITE, 1);
	}

	static Holders readers() {
		return new Holders(LockMode.READ, 1);
	}

	static Holders permits(int permits) {
		return new Holders(LockMode.WRITE, permits);
	}

	LockAttempt.Mode kind() {
		if (this.mode == LockMode.READ) {
			return LockAttempt.Mode.READ;
		}
		return (this.permits > 1) ? LockAttempt.Mode.PERMIT : LockAttempt.Mode.WRITE;
	}

	boolean isShared() {
		return kind() != LockAttempt.Mode.WRITE;
	}

	boolean areReaders() {
		return this.mode == LockMode.READ;
	}

	// As the port of stores has it.
	int limit() {
		return areReaders() ? ANY_NUMBER : this.permits;
	}

}
