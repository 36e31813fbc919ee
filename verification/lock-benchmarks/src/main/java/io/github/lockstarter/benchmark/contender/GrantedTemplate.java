package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The starter's template on a store that grants everything at once, without any network:
 * what is left is the cost of its own code, and of those who watch it.
 */
public final class GrantedTemplate implements AutoCloseable {

	private static final LockRequest REQUEST = LockRequest.of("order", "4711");

	private final LockTemplate template;

	/**
	 * Starts it.
	 * @param observers who watches
	 */
	public GrantedTemplate(List<LockObserver> observers) {
		this.template = new LockTemplate(new GrantingStore(),
				LockSettings.of((settings) -> settings.setShutdownTimeout(Duration.ZERO)), new SystemLockClock(),
				observers);
		this.template.start();
	}

	/**
	 * Acquires a lock and releases it.
	 */
	public void pair() {
		this.template.executeWithoutResult(REQUEST, (lease) -> {
		});
	}

	@Override
	public void close() {
		this.template.stop();
	}

}
