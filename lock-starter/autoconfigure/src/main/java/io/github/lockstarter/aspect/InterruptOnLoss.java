package io.github.lockstarter.aspect;

import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread of a locked body when its lease is lost.
 */
final class InterruptOnLoss {

	private static final ThreadLocal<@Nullable InterruptOnLoss> INNERMOST = new ThreadLocal<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final Thread thread = Thread.currentThread();

	private final @Nullable InterruptOnLoss outer = INNERMOST.get();

	private State state = State.RUNNING;

	InterruptOnLoss() {
		INNERMOST.set(this);
	}

	void lost() {
		this.lock.lock();
		try {
			if (this.state != State.RUNNING) {
				return;
			}
			// other code or an inner body owns a flag that is set already
			this.state = this.thread.isInterrupted() ? State.TOLD_BY_ANOTHER : State.INTERRUPTED;
			if (this.state == State.INTERRUPTED) {
				this.thread.interrupt();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	// on the thread of the body; afterwards no interrupt comes from here
	void bodyEnded() {
		if (this.outer != null) {
			INNERMOST.set(this.outer);
		}
		else {
			INNERMOST.remove();
		}
		if (end() == State.INTERRUPTED) {
			InterruptOnLoss next = this.outer;
			while (next != null && !next.interruptAgain()) {
				next = next.outer;
			}
		}
	}

	private State end() {
		this.lock.lock();
		try {
			State before = this.state;
			if (before == State.INTERRUPTED) {
				Thread.interrupted();
			}
			this.state = State.ENDED;
			return before;
		}
		finally {
			this.lock.unlock();
		}
	}

	// after an inner body has cleared the flag that may have stood for this loss, too
	private boolean interruptAgain() {
		this.lock.lock();
		try {
			boolean again = this.state == State.INTERRUPTED || this.state == State.TOLD_BY_ANOTHER;
			if (again) {
				this.state = State.INTERRUPTED;
				this.thread.interrupt();
			}
			return again;
		}
		finally {
			this.lock.unlock();
		}
	}

	private enum State {

		RUNNING, INTERRUPTED, TOLD_BY_ANOTHER, ENDED

	}

}
