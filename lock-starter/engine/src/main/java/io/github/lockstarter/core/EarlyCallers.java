package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Callers that asked for a lock before the application had started: beans that acquire
 * one when they are initialized, and the threads that these beans start.
 */
final class EarlyCallers {

	private final Set<Thread> threads = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

	private final Set<Hold> holds = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

	private volatile boolean over;

	private volatile WeakReference<@Nullable Thread> starter = new WeakReference<>(null);

	boolean asks(boolean blocks) {
		if (this.over) {
			return false;
		}
		if (blocks) {
			this.threads.add(Thread.currentThread());
		}
		return true;
	}

	void holds(Hold hold) {
		this.holds.add(hold);
	}

	// This thread has returned from all initializations.
	void end() {
		if (!this.over) {
			Thread current = Thread.currentThread();
			this.starter = new WeakReference<>(current);
			this.threads.remove(current);
			this.over = true;
		}
	}

	// Before the end of the start every caller is early, so it says nothing.
	boolean isHold(Hold hold) {
		return this.over && this.holds.contains(hold);
	}

	boolean isThread(Object owner) {
		return this.over && owner instanceof Thread thread && this.threads.contains(thread);
	}

	boolean isStarter(Object owner) {
		return this.over && this.starter.refersTo((owner instanceof Thread thread) ? thread : null);
	}

}
