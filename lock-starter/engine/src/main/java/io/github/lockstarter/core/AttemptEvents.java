package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.text.LoggedText;

/**
 * The events of one attempt, in order and one at a time, whatever the order in which
 * parts of the engine report them.
 *
 * <pre>
 * NEW --- waiting --> WAITING --- acquired --> HELD --- released or lost --> OVER
 *                        '--- not acquired ------------------------------> OVER
 * </pre>
 */
final class AttemptEvents {

	static final AttemptEvents NONE = new AttemptEvents(new LockAttempt("", ""),
			new LockObservers(List.of(), Runnable::run), true);

	private static final Logger logger = LoggerFactory.getLogger(AttemptEvents.class);

	private enum Stage {

		NEW, WAITING, HELD, OVER

	}

	private final LockAttempt attempt;

	private final LockObservers observers;

	private final boolean callerBlocks;

	// Held while observers are called, so that events do not overlap. A thread that must
	// not wait never takes it.
	private final ReentrantLock telling = new ReentrantLock();

	private Stage stage = Stage.NEW;

	private volatile boolean untold;

	// The ownerships of this attempt are numbered: readers share one fencing token.
	private volatile int ownerships;

	// The ownership that observers know.
	private int told;

	// The end of the latest ownership, as long as observers know of none.
	private @Nullable End early;

	AttemptEvents(LockAttempt attempt, LockObservers observers, boolean callerBlocks) {
		this.attempt = attempt;
		this.observers = observers;
		this.callerBlocks = callerBlocks;
	}

	static boolean areLogged() {
		return logger.isDebugEnabled();
	}

	private void log(String event) {
		logger.debug("Attempt " + Integer.toHexString(System.identityHashCode(this.attempt)) + " on lock '"
				+ LoggedText.name(this.attempt.name()) + "' " + event);
	}

	void waiting() {
		if (this == NONE) {
			return;
		}
		this.telling.lock();
		try {
			if (this.stage != Stage.NEW) {
				return;
			}
			if (!this.observers.begin()) {
				this.stage = Stage.OVER;
				this.untold = true;
				return;
			}
			this.stage = Stage.WAITING;
			if (logger.isDebugEnabled()) {
				log("begins");
			}
			this.observers.tell((observer) -> observer.waiting(this.attempt));
		}
		finally {
			this.telling.unlock();
		}
	}

	int begin() {
		int next = this.ownerships + 1;
		this.ownerships = next;
		return next;
	}

	void acquired(long token, boolean handedOver, long waitedNanos) {
		if (!isHeard()) {
			return;
		}
		int ownership = this.ownerships;
		if (this.callerBlocks) {
			tellAcquired(ownership, token, handedOver, Duration.ofNanos(waitedNanos));
		}
		else {
			later(() -> tellAcquired(ownership, token, handedOver, Duration.ofNanos(waitedNanos)));
		}
	}

	private void tellAcquired(int ownership, long token, boolean handedOver, Duration waited) {
		this.telling.lock();
		try {
			if (this.stage != Stage.WAITING) {
				return;
			}
			if (logger.isDebugEnabled()) {
				log("acquired it after " + waited.toMillis() + "ms" + (handedOver ? " from its former holder" : "")
						+ ", fencing token " + token);
			}
			if (handedOver) {
				this.observers.tell((observer) -> observer.handedOver(this.attempt, token));
			}
			this.observers.tell((observer) -> observer.acquired(this.attempt, token, waited));
			this.stage = Stage.HELD;
			this.told = ownership;
			End ended = this.early;
			if (ended != null) {
				tell(ended);
			}
		}
		finally {
			this.telling.unlock();
		}
	}

	void notAcquired(Refusal reason, long waitedNanos) {
		if (!isHeard()) {
			return;
		}
		Duration waited = Duration.ofNanos(waitedNanos);
		if (this.callerBlocks) {
			tellNotAcquired(reason, waited);
		}
		else {
			later(() -> tellNotAcquired(reason, waited));
		}
	}

	private void tellNotAcquired(Refusal reason, Duration waited) {
		this.telling.lock();
		try {
			if (this.stage == Stage.WAITING) {
				this.stage = Stage.OVER;
				if (logger.isDebugEnabled()) {
					log("did not acquire it: " + reason + " after " + waited.toMillis() + "ms");
				}
				this.observers.tell((observer) -> observer.notAcquired(this.attempt, reason, waited));
			}
		}
		finally {
			this.telling.unlock();
		}
	}

	void renewedLate(Duration left) {
		later(() -> {
			this.telling.lock();
			try {
				if (this.stage == Stage.HELD) {
					this.observers.tell((observer) -> observer.renewedLate(this.attempt, left));
				}
			}
			finally {
				this.telling.unlock();
			}
		});
	}

	void lost(int ownership, long token, LossReason reason, long heldNanos) {
		later(() -> tell(new End(ownership, token, "lost it: " + reason,
				(observer) -> observer.lost(this.attempt, token, reason, Duration.ofNanos(heldNanos)))));
	}

	void released(int ownership, long token, long heldNanos, boolean onThisThread) {
		if (!isHeard()) {
			return;
		}
		End end = new End(ownership, token, "released it",
				(observer) -> observer.released(this.attempt, token, Duration.ofNanos(heldNanos)));
		if (onThisThread) {
			tell(end);
		}
		else {
			later(() -> tell(end));
		}
	}

	private void tell(End end) {
		this.telling.lock();
		try {
			if (this.stage == Stage.HELD && end.ownership() == this.told) {
				this.stage = Stage.OVER;
				if (logger.isDebugEnabled()) {
					log(end.text() + ", fencing token " + end.token());
				}
				this.observers.tell(end.event());
			}
			else if (this.stage == Stage.WAITING && (this.early == null || this.early.ownership() < end.ownership())) {
				this.early = end;
			}
		}
		finally {
			this.telling.unlock();
		}
	}

	private boolean isHeard() {
		return this != NONE && !this.untold;
	}

	private void later(Runnable event) {
		if (isHeard()) {
			this.observers.later(event);
		}
	}

	private record End(int ownership, long token, String text, Consumer<LockObserver> event) {

	}

}
