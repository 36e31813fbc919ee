package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.observer.LockObserver;

/**
 * Calls the observers so that none of them can hurt a lock or another observer.
 */
final class LockObservers {

	// When more events than this are queued, new attempts are not reported. Bounds memory
	// to a few MB.
	static final int LONGEST_QUEUE = 10_000;

	private static final Logger logger = LoggerFactory.getLogger(LockObservers.class);

	private final List<Watching> observers;

	private final Executor later;

	private final AtomicInteger queued = new AtomicInteger();

	// Attempts that are not reported, since the observers have fallen behind.
	private final AtomicInteger left = new AtomicInteger();

	LockObservers(List<LockObserver> observers, Executor later) {
		this.observers = observers.stream().map((observer) -> new Watching(observer, new AtomicBoolean())).toList();
		this.later = later;
	}

	boolean isEmpty() {
		return this.observers.isEmpty();
	}

	// Events would fill the memory if an observer blocks or is slower than the locks.
	// Whole attempts are left out: a gauge would show an attempt without an end for ever.
	boolean begin() {
		if (this.queued.get() < LONGEST_QUEUE) {
			return true;
		}
		if (this.left.getAndIncrement() == 0) {
			LifecycleSteps.log(() -> logger.warn("Lock observers are " + LONGEST_QUEUE
					+ " events behind: one of them blocks or is too slow. New attempts are not reported"
					+ " until they have caught up; the locks keep working"));
		}
		return false;
	}

	void later(Runnable telling) {
		this.queued.incrementAndGet();
		this.later.execute(() -> {
			try {
				telling.run();
			}
			finally {
				told();
			}
		});
	}

	private void told() {
		if (this.queued.decrementAndGet() == 0) {
			int attempts = this.left.getAndSet(0);
			if (attempts > 0) {
				LifecycleSteps.log(() -> logger
					.info("Lock observers have caught up; " + attempts + " attempts were not reported"));
			}
		}
	}

	void tell(Consumer<LockObserver> event) {
		for (Watching watching : this.observers) {
			try {
				event.accept(watching.observer());
			}
			catch (Throwable ex) {
				LifecycleSteps.log(() -> watching.failed(ex));
			}
		}
	}

	/**
	 * An observer, and whether a failure of it was logged: an observer that fails once
	 * mostly fails each time.
	 */
	private record Watching(LockObserver observer, AtomicBoolean warned) {

		void failed(Throwable failure) {
			String name = this.observer.getClass().getName();
			if (this.warned.compareAndSet(false, true)) {
				logger.warn("Lock observer " + name + " failed. It still receives later events; "
						+ "further failures are logged at debug.", failure);
			}
			else {
				logger.debug("Lock observer " + name + " failed again", failure);
			}
		}

	}

}
