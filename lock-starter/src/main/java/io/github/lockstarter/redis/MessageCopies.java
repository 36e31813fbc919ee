package io.github.lockstarter.redis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.PushMessage;

/**
 * Knows the last messages: while a subscription is renewed there are two, and each brings
 * a copy. No two messages that grant are alike, for their tokens differ.
 */
final class MessageCopies {

	// More than are sent while both subscriptions stand, which is a few round trips.
	private static final int REMEMBERED = 128;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Set<String> last = Collections.newSetFromMap(new LinkedHashMap<>() {

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
			return size() > REMEMBERED;
		}

	});

	/**
	 * Whether a message has not come before. A hint has no token: a second one may be
	 * alike and mean another release.
	 */
	boolean isFirst(PushMessage message, String text) {
		if (message.kind() != PushMessage.Kind.GRANT) {
			return true;
		}
		this.mutex.lock();
		try {
			return this.last.add(text);
		}
		finally {
			this.mutex.unlock();
		}
	}

}
