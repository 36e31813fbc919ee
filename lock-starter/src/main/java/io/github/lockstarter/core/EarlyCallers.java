package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The callers that asked for a lock before the application had started: the beans that
 * acquire when they are initialized, and the threads that such beans begin. What they
 * hold, they usually hold until their bean is destroyed. Weak: a thread that has ended is
 * forgotten.
 */
final class EarlyCallers {

	private final Set<Thread> threads = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

	private final Set<Hold> holds = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

	private volatile boolean over;

	private volatile WeakReference<@Nullable Thread> starter = new WeakReference<>(null);

	/**
	 * A caller asks for a lock.
	 * @param blocks whether the calling thread waits for it, and not a stage
	 * @return whether the application has not started yet
	 */
	boolean asks(boolean blocks) {
		if (this.over) {
			return false;
		}
		if (blocks) {
			this.threads.add(Thread.currentThread());
		}
		return true;
	}

	/**
	 * An early caller has got its lock.
	 */
	void holds(Hold hold) {
		this.holds.add(hold);
	}

	/**
	 * The application has started, on the calling thread. That thread returned from all
	 * initializations, so what it asks for from now on is for other work.
	 */
	void end() {
		if (!this.over) {
			Thread current = Thread.currentThread();
			this.starter = new WeakReference<>(current);
			this.threads.remove(current);
			this.over = true;
		}
	}

	/**
	 * Whether an early caller asked for what is held. Until the application has started
	 * all callers are early, so none is known to be.
	 */
	boolean isHold(Hold hold) {
		return this.over && this.holds.contains(hold);
	}

	/**
	 * Whether an owner is such a thread, and not the one that started the application.
	 */
	boolean isThread(Object owner) {
		return this.over && owner instanceof Thread thread && this.threads.contains(thread);
	}

	/**
	 * Whether an owner is the thread that started the application.
	 */
	boolean isStarter(Object owner) {
		return this.over && this.starter.refersTo((owner instanceof Thread thread) ? thread : null);
	}

}
