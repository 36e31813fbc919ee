package io.github.lockstarter.aspect;

import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread of a locked body when its lease is lost.
 *
 * <p>
 * The loss arrives on another thread, at any time. Both sides take the same short lock,
 * so that the body has either not ended, and is interrupted before it can, or has ended,
 * and the thread is left alone: it may be serving somebody else by then. A flag that was
 * set here is cleared at the end of the body, whether or not the body has noticed it; one
 * that was set by somebody else before the loss stays. One set by somebody else after the
 * loss cannot be told from ours and is cleared.
 *
 * <p>
 * A body may call another one. When both lose their locks, one flag tells both: the inner
 * one clears it at its end, and the outer one is interrupted again.
 */
final class InterruptOnLoss {

	private static final ThreadLocal<@Nullable InterruptOnLoss> INNERMOST = new ThreadLocal<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final Thread thread = Thread.currentThread();

	private final @Nullable InterruptOnLoss outer = INNERMOST.get();

	private State state = State.RUNNING;

	/**
	 * The body of the calling thread begins.
	 */
	InterruptOnLoss() {
		INNERMOST.set(this);
	}

	/**
	 * Called on a thread of the lock when the lease is lost.
	 */
	void lost() {
		this.lock.lock();
		try {
			if (this.state != State.RUNNING) {
				return;
			}
			// a flag that is set already stops the body just as well, while it is there:
			// it belongs to somebody else, or to a body inside this one
			this.state = this.thread.isInterrupted() ? State.TOLD_BY_ANOTHER : State.INTERRUPTED;
			if (this.state == State.INTERRUPTED) {
				this.thread.interrupt();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Called on the thread of the body when the body has ended. Afterwards no interrupt
	 * comes from here any more.
	 */
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

	/**
	 * The flag that may have told this body of its loss, too, was cleared.
	 */
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
