package io.github.lockstarter.aspect;

import java.util.concurrent.locks.ReentrantLock;

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
 */
final class InterruptOnLoss {

	private final ReentrantLock lock = new ReentrantLock();

	private final Thread thread = Thread.currentThread();

	private State state = State.RUNNING;

	/**
	 * Called on a thread of the lock when the lease is lost.
	 */
	void lost() {
		this.lock.lock();
		try {
			// a flag that is set already belongs to somebody else and stops the body
			// just as well
			if (this.state == State.RUNNING && !this.thread.isInterrupted()) {
				this.state = State.INTERRUPTED;
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
		this.lock.lock();
		try {
			if (this.state == State.INTERRUPTED) {
				Thread.interrupted();
			}
			this.state = State.ENDED;
		}
		finally {
			this.lock.unlock();
		}
	}

	private enum State {

		RUNNING, INTERRUPTED, ENDED

	}

}
