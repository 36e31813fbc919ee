package io.github.lockstarter.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The latest attempts of this instance that have released their lock, so that a repeated
 * command gets the right answer.
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
