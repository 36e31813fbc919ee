package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Who wants to be told of the loss of a hold. Guarded by the mutex of the hold, but for
 * the listeners themselves, which run on the executor.
 */
final class LossListeners {

	private static final Log logger = LogFactory.getLog(LossListeners.class);

	private static final Runnable NOBODY = () -> {
	};

	private final Executor executor;

	private final List<LossListener> listeners = new ArrayList<>(0);

	LossListeners(Executor executor) {
		this.executor = executor;
	}

	/**
	 * Adds a listener, which its lease has to keep alive.
	 */
	void add(OpenLease lease, Runnable action) {
		this.listeners.add(new LossListener(lease, new WeakReference<>(action)));
	}

	/**
	 * A lease is closed.
	 * @return tells its listeners all the same, and keeps them alive; it may be called
	 * without the mutex
	 */
	Runnable remove(OpenLease lease) {
		if (this.listeners.isEmpty()) {
			return NOBODY;
		}
		Runnable telling = telling((listener) -> listener.lease() == lease);
		this.listeners.removeIf((listener) -> listener.lease() == lease);
		return telling;
	}

	/**
	 * Runs all listeners, each once.
	 */
	void tellAll() {
		telling((listener) -> true).run();
		this.listeners.clear();
	}

	private Runnable telling(Predicate<LossListener> of) {
		List<Runnable> tasks = new ArrayList<>();
		this.listeners.stream().filter(of).forEach((listener) -> {
			Runnable action = listener.action().get();
			if (action != null) {
				tasks.add(() -> tell(listener.lease(), action));
			}
		});
		return () -> tasks.forEach(Runnable::run);
	}

	/**
	 * Runs one listener.
	 */
	void tell(OpenLease lease, Runnable action) {
		lease.told();
		this.executor.execute(() -> {
			try {
				action.run();
			}
			catch (Throwable ex) {
				logger.warn("Listener for the loss of a lock failed", ex);
			}
		});
	}

	// Weak, so that a listener does not keep alive a lease that its user has dropped, not
	// even one that it uses itself: the lease alone keeps its listeners.
	private record LossListener(OpenLease lease, WeakReference<Runnable> action) {

	}

}
