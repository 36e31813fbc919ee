package io.github.lockstarter.core;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The attempts of this instance that may own something in the store: from before their
 * first question until they have failed or their hold has ended. A message for an attempt
 * that is not here is for nobody.
 */
final class Attempts {

	private volatile String clientId;

	private final AtomicLong counter = new AtomicLong();

	private final ConcurrentMap<String, StoreAttempt> live = new ConcurrentHashMap<>();

	Attempts(String clientId) {
		this.clientId = clientId;
	}

	/**
	 * Who this instance is from now on. What it was before is nobody's any more.
	 */
	void begin(String client) {
		if (!client.equals(this.clientId)) {
			this.clientId = client;
			this.live.clear();
		}
	}

	/**
	 * Whether the attempt is one of this instance, and not of what it was before a stop.
	 */
	boolean isOurs(String id) {
		String client = this.clientId;
		return id.length() > client.length() && id.charAt(client.length()) == ':' && id.startsWith(client);
	}

	/**
	 * A new id, not registered yet: whoever finds an acquisition here finds it complete.
	 */
	String next() {
		return this.clientId + ':' + this.counter.incrementAndGet();
	}

	void register(String id, StoreAttempt acquisition) {
		this.live.put(id, acquisition);
	}

	void unregister(String id) {
		this.live.remove(id);
	}

	@Nullable StoreAttempt find(String id) {
		return this.live.get(id);
	}

	void forEach(Consumer<StoreAttempt> action) {
		this.live.values().forEach(action);
	}

}
