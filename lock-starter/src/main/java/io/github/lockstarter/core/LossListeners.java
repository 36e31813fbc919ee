package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Who wants to be told of the loss of a hold. Guarded by the mutex of its {@link Hold},
 * but for the listeners themselves, which run on the executor.
 */
final class LossListeners {

	private static final Log logger = LogFactory.getLog(LossListeners.class);

	private final Executor executor;

	private final List<LossListener> listeners = new ArrayList<>(0);

	LossListeners(Executor executor) {
		this.executor = executor;
	}

	void add(HoldLease lease, Runnable action) {
		lease.keep(action);
		this.listeners.add(new LossListener(new WeakReference<>(lease), new WeakReference<>(action)));
	}

	void remove(HoldLease lease) {
		if (!this.listeners.isEmpty()) {
			this.listeners.removeIf((listener) -> listener.lease().refersTo(lease));
			lease.forget();
		}
	}

	/**
	 * Runs all listeners, each once.
	 */
	void tellAll() {
		this.listeners.forEach((listener) -> {
			HoldLease lease = listener.lease().get();
			Runnable action = listener.action().get();
			if (lease != null && action != null) {
				tell(lease, action);
			}
		});
		this.listeners.clear();
	}

	/**
	 * Runs one listener.
	 */
	void tell(HoldLease lease, Runnable action) {
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
	private record LossListener(WeakReference<HoldLease> lease, WeakReference<Runnable> action) {

	}

}
