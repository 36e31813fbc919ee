package io.github.lockstarter.core;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;

/**
 * The exceptions of the engine, each with what happened and what a person can change.
 */
final class LockMessages {

	private LockMessages() {
	}

	static LockException refused(String name, Refusal reason, @Nullable StoreException trouble, Duration waited) {
		return switch (reason) {
			case HELD_BY_ANOTHER -> new LockNotAcquiredException(name,
					"Lock '" + name + "' was held by another for the whole wait of " + text(waited)
							+ ". Wait longer (waitTime, distributed-lock.wait-time), hold it for a shorter time, "
							+ "or decide what to do instead (onNotAcquired, tryAcquire).");
			case UNAVAILABLE -> new LockUnavailableException(name,
					"Redis could not say who holds lock '" + name + "' within " + text(waited)
							+ ((trouble != null) ? ": " + trouble.getMessage() : "")
							+ ". The work did not run. Check that Redis is reachable and accepts scripts "
							+ "(spring.data.redis.*).",
					trouble);
			case INTERRUPTED -> new LockInterruptedException(name, "The thread was interrupted after waiting "
					+ text(waited) + " for lock '" + name + "'. The work did not run; the interrupt flag is set.");
			case SHUT_DOWN -> new LockUnavailableException(name,
					"Lock '" + name + "' cannot be acquired: this application is shutting down. The work did not run.");
		};
	}

	static LockLostException lost(String name, String reason) {
		return new LockLostException(name,
				"Lock '" + name + "' was lost before the work under it ended: " + reason
						+ ". Another holder may have worked at the same time. Check what was written, or let the "
						+ "resource refuse smaller fencing tokens (Lease.fencingToken).");
	}

	static StoreException lostBeforeEntry(String reason) {
		return new StoreException(StoreException.Outcome.UNKNOWN,
				"it gave the lock, but that was lost before the work could begin (" + reason + ")", null);
	}

	static String abandoned(String name) {
		return "No lease on lock '" + name
				+ "' is reachable any more, and none was closed: it is no longer renewed and "
				+ "free when its lease ends. Close leases, best in a try-with-resources statement.";
	}

	private static String text(Duration duration) {
		return duration.toMillis() + "ms";
	}

}
