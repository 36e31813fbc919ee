package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.observer.LockObserver;

/**
 * Calls the observers so that none of them can hurt a lock or another observer.
 */
final class LockObservers {

	/**
	 * Behind so many events no attempt is begun to be told. Some megabytes.
	 */
	static final int LONGEST_QUEUE = 10_000;

	private static final Log logger = LogFactory.getLog(LockObservers.class);

	private final List<Watching> observers;

	private final Executor later;

	// Events that are not told yet.
	private final AtomicInteger queued = new AtomicInteger();

	// Attempts that are not told, since the observers have fallen behind.
	private final AtomicInteger left = new AtomicInteger();

	LockObservers(List<LockObserver> observers, Executor later) {
		this.observers = observers.stream().map((observer) -> new Watching(observer, new AtomicBoolean())).toList();
		this.later = later;
	}

	/**
	 * Whether nobody watches.
	 */
	boolean isEmpty() {
		return this.observers.isEmpty();
	}

	/**
	 * An attempt begins. Where one observer blocks, or is slower than the locks, what is
	 * to be told would fill the memory. To leave out an event would make a story without
	 * its end, which a gauge shows for ever: so whole attempts are left out, from their
	 * beginning, until the others have been told.
	 * @return whether it is told
	 */
	boolean begin() {
		if (this.queued.get() < LONGEST_QUEUE) {
			return true;
		}
		if (this.left.getAndIncrement() == 0) {
			LifecycleSteps.log(() -> logger.warn("Lock observers are " + LONGEST_QUEUE
					+ " events behind: one of them blocks or is too slow. New attempts are not told"
					+ " until they have caught up; the locks work"));
		}
		return false;
	}

	/**
	 * Runs what tells them on their own thread, one after the other: for a thread of the
	 * engine or the store, which must not wait.
	 */
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
				LifecycleSteps
					.log(() -> logger.info("Lock observers have caught up; " + attempts + " attempts were not told"));
			}
		}
	}

	/**
	 * Tells them on this thread.
	 */
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
	 * An observer, and whether it has failed: what it throws at one event it mostly
	 * throws at all.
	 */
	private record Watching(LockObserver observer, AtomicBoolean warned) {

		void failed(Throwable failure) {
			String name = this.observer.getClass().getName();
			if (this.warned.compareAndSet(false, true)) {
				logger.warn("Lock observer " + name + " failed. It is told of what follows, too; "
						+ "when it fails again that is logged at debug.", failure);
			}
			else {
				logger.debug("Lock observer " + name + " failed again", failure);
			}
		}

	}

}
