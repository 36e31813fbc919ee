package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.observer.LockObserver;

/**
 * Calls the observers so that none of them can hurt a lock or another observer.
 */
final class LockObservers {

	private static final Log logger = LogFactory.getLog(LockObservers.class);

	private final List<LockObserver> observers;

	private final Executor later;

	LockObservers(List<LockObserver> observers, Executor later) {
		this.observers = List.copyOf(observers);
		this.later = later;
	}

	/**
	 * Whether nobody watches.
	 */
	boolean isEmpty() {
		return this.observers.isEmpty();
	}

	/**
	 * Runs what tells them on their own thread, one after the other: for a thread of the
	 * engine or the store, which must not wait.
	 */
	void later(Runnable telling) {
		this.later.execute(telling);
	}

	/**
	 * Tells them on this thread.
	 */
	void tell(Consumer<LockObserver> event) {
		for (LockObserver observer : this.observers) {
			try {
				event.accept(observer);
			}
			catch (Throwable ex) {
				logger.warn("Lock observer " + observer + " failed", ex);
			}
		}
	}

}
