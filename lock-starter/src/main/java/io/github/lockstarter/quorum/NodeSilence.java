package io.github.lockstarter.quorum;

import java.util.concurrent.locks.ReentrantLock;

/**
 * For how long a node has said nothing although it was asked, by whomever. It answers in
 * order: an answer to anything says that it is not silent.
 */
final class NodeSilence {

	private final ReentrantLock mutex = new ReentrantLock();

	private int open;

	private long since;

	/**
	 * It is asked something.
	 */
	void asked(long nanos) {
		this.mutex.lock();
		try {
			if (this.open++ == 0) {
				this.since = nanos;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * A question is over.
	 * @param answered whether the node has answered it
	 */
	void over(boolean answered, long nanos) {
		this.mutex.lock();
		try {
			this.open--;
			if (answered) {
				this.since = nanos;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * For how long it has been silent.
	 * @return nanoseconds, zero if it has been asked nothing that is not over
	 */
	long nanos(long now) {
		this.mutex.lock();
		try {
			return (this.open == 0) ? 0 : now - this.since;
		}
		finally {
			this.mutex.unlock();
		}
	}

}
