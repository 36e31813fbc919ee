package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * The exceptions of the engine: each says what happened and what can be changed.
 */
final class LockFailures {

	private LockFailures() {
	}

	static LockException refused(LockStore store, String name, Holders holders, AttemptOutcome.Failed failed,
			Duration wait, Duration waited) {
		return refused(store, name, holders, failed, wait, waited, Optional::empty);
	}

	static LockException refused(LockStore store, String name, Holders holders, AttemptOutcome.Failed failed,
			Duration wait, Duration waited, Supplier<Optional<String>> holder) {
		String quoted = " '" + LoggedText.name(name) + "'";
		StoreException trouble = failed.trouble();
		return switch (failed.reason()) {
			case HELD_BY_ANOTHER ->
				new LockNotAcquiredException(name, held("Lock" + quoted, holders, wait), null, holder);
			case UNAVAILABLE -> new LockUnavailableException(name, store.label() + " could not name the holder of lock"
					+ quoted + " within " + DurationText.lasted(waited) + unavailable(store, trouble), trouble);
			case CANCELLED -> new LockInterruptedException(name,
					"The thread was interrupted after waiting " + DurationText.lasted(waited) + " for lock" + quoted
							+ ". The work did not run; the interrupt flag is set.");
			case SHUT_DOWN -> new LockUnavailableException(name,
					"Lock" + quoted
							+ " cannot be acquired: the locks are stopped, because this application is shutting "
							+ "down or has closed them. The work did not run.");
		};
	}

	private static String held(String lock, Holders holders, Duration wait) {
		String been = wait.isZero() ? " is" : " was";
		String by = switch (holders.kind()) {
			case READ -> lock + been + " held for writing, or kept by a minimum hold (minHold), or another caller"
					+ been + " waiting before this one,";
			case WRITE -> lock + been + " held by another caller, or kept by a minimum hold (minHold),";
			case PERMIT -> lock + " could not be acquired: no permit of " + holders.permits()
					+ " was free, or it was held exclusively, or kept "
					+ "by a minimum hold (minHold), or another caller was waiting before this one,";
		};
		String change = ", hold it for a shorter time, or decide what to do instead (onNotAcquired, tryAcquire).";
		return wait.isZero()
				? by + " and this call does not wait. Let it wait (waitTime, distributed-lock.wait-time)" + change
				: by + " for the whole wait of " + DurationText.of(wait)
						+ ". Wait longer (waitTime, distributed-lock.wait-time)" + change;
	}

	private static String unavailable(LockStore store, @Nullable StoreException trouble) {
		String said = (trouble != null) ? LoggedText.of(String.valueOf(trouble.getMessage())) : "";
		String what = said.isEmpty() ? "" : ": " + (said.endsWith(".") ? said.substring(0, said.length() - 1) : said);
		String remedy = store.remedy(said);
		return what + ". The work did not run." + (remedy.isEmpty() ? "" : " " + remedy);
	}

	static LockUpgradeException upgrade(String name, LeaseTerms held, LeaseTerms wanted) {
		return new LockUpgradeException(name, "This caller holds lock '" + LoggedText.name(name) + "' "
				+ inWords(held.holders()) + " and requests it " + inWords(wanted.holders())
				+ ": it would wait for itself. End the outer work first (an open transaction keeps the lock until "
				+ "it has completed), acquire the lock "
				+ (wanted.isShared() ? "in the same way each time" : "exclusively from the beginning")
				+ ", or give the two kinds of work different names.");
	}

	private static String inWords(Holders holders) {
		return switch (holders.kind()) {
			case READ -> "for reading";
			case WRITE -> "exclusively";
			case PERMIT -> "with a permit of " + holders.permits();
		};
	}

	static LockLostException lost(String name, String reason) {
		return new LockLostException(name,
				"Lock '" + LoggedText.name(name) + "' was lost before the work under it ended: " + reason
						+ ". Another holder may have worked at the same time. Check what was written, or let the "
						+ "resource refuse smaller fencing tokens (Lease.fencingToken).");
	}

	// All requests were answered, and no answer names the holder.
	static StoreException answeredTooLate(LockStore store) {
		return new StoreException(StoreException.Outcome.UNKNOWN,
				store.label() + " executed the request only after its time limit", null);
	}

	// A caller in the queue of this JVM has not asked the store itself.
	static StoreException queued(LockStore store) {
		return new StoreException(StoreException.Outcome.NOT_SENT,
				"another caller of this instance is ahead in the queue and has no answer from " + store.label()
						+ " yet",
				null);
	}

	static StoreException lostBeforeEntry(String reason) {
		return new StoreException(StoreException.Outcome.UNKNOWN,
				"it granted the lock, but the lease was lost before the work could begin (" + reason + ")", null);
	}

}
