package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Who wants to be told of the loss of a hold. Guarded by the mutex of the hold, but for
 * the listeners themselves, which run on the executor.
 */
final class LossListeners {

	private static final Log logger = LogFactory.getLog(LossListeners.class);

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

	void remove(OpenLease lease) {
		if (!this.listeners.isEmpty()) {
			this.listeners.removeIf((listener) -> listener.lease() == lease);
		}
	}

	/**
	 * Runs all listeners, each once.
	 */
	void tellAll() {
		this.listeners.forEach((listener) -> {
			Runnable action = listener.action().get();
			if (action != null) {
				tell(listener.lease(), action);
			}
		});
		this.listeners.clear();
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
