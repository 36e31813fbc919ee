package io.github.lockstarter.redis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import org.jspecify.annotations.Nullable;

/**
 * The threads that read and write for one client or several.
 */
final class EventLoops {

	private final ReentrantLock mutex = new ReentrantLock();

	private final int count;

	private @Nullable EventLoopGroupProvider provider;

	private int clients;

	EventLoops(int count) {
		this.count = count;
	}

	int count() {
		return this.count;
	}

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
