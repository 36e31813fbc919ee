package io.github.lockstarter.testing;

import java.util.function.Consumer;

/**
 * An outage of the store, see {@link TestLocks#outage()}.
 */
public final class Outage implements AutoCloseable {

	private final Consumer<Outage> onClose;

	Outage(Consumer<Outage> onClose) {
		this.onClose = onClose;
	}

	// The store still knows everything; waiters poll immediately.
	@Override
	public void close() {
		this.onClose.accept(this);
	}

}
