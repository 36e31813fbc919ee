package io.github.lockstarter.core;

import java.util.List;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Calls the observers so that none of them can hurt a lock or another observer.
 */
final class LockObservers {

	private static final Log logger = LogFactory.getLog(LockObservers.class);

	private final List<LockObserver> observers;

	LockObservers(List<LockObserver> observers) {
		this.observers = List.copyOf(observers);
	}

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
