package io.github.lockstarter.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The attempts of this instance that have given their lock back, the latest of them: a
 * command that is repeated is answered for what it was.
 */
final class Finished {

	// A repetition comes within seconds.
	private static final int MOST = 4_096;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<String, Boolean> ids = new LinkedHashMap<>() {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
			return size() > MOST;
		}

	};

	void add(String id) {
		this.mutex.lock();
		try {
			this.ids.put(id, true);
		}
		finally {
			this.mutex.unlock();
		}
	}

	boolean has(String id) {
		this.mutex.lock();
		try {
			return this.ids.containsKey(id);
		}
		finally {
			this.mutex.unlock();
		}
	}

}
