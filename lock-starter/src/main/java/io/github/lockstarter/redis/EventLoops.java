package io.github.lockstarter.redis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import org.jspecify.annotations.Nullable;

/**
 * Threads that read and write, of one client or of several: whoever waits for an answer,
 * or a message, waits for as few wake-ups as there can be. They are there from when the
 * first client is opened until the last one is closed.
 */
final class EventLoops {

	private final ReentrantLock mutex = new ReentrantLock();

	private final int count;

	private @Nullable EventLoopGroupProvider provider;

	private int clients;

	/**
	 * Creates them, with no thread yet.
	 * @param count how many
	 */
	EventLoops(int count) {
		this.count = count;
	}

	/**
	 * How many there are.
	 */
	int count() {
		return this.count;
	}

	/**
	 * A client is opened.
	 */
	EventLoopGroupProvider open() {
		this.mutex.lock();
		try {
			EventLoopGroupProvider open = this.provider;
			if (open == null) {
				open = new DefaultEventLoopGroupProvider(this.count);
				this.provider = open;
			}
			this.clients++;
			return open;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * One that was opened is closed, and its connections are. The last one waits until
	 * the threads have ended.
	 * @param millis how long that may take
	 */
	void close(long millis) {
		EventLoopGroupProvider last = leave();
		if (last != null) {
			last.shutdown(0, millis, TimeUnit.MILLISECONDS).awaitUninterruptibly(2 * millis, TimeUnit.MILLISECONDS);
		}
	}

	private @Nullable EventLoopGroupProvider leave() {
		this.mutex.lock();
		try {
			if (--this.clients > 0) {
				return null;
			}
			EventLoopGroupProvider last = this.provider;
			this.provider = null;
			return last;
		}
		finally {
			this.mutex.unlock();
		}
	}

}
