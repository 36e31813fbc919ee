package io.github.lockstarter.testing;

import java.util.function.Consumer;

/**
 * The store cannot be reached, see {@link TestLocks#outage()}.
 */
public final class Outage implements AutoCloseable {

	private final Consumer<Outage> onClose;

	Outage(Consumer<Outage> onClose) {
		this.onClose = onClose;
	}

	/**
	 * The store is back, with all that it knew; waiters ask at once. Closing it again
	 * does nothing.
	 */
	@Override
	public void close() {
		this.onClose.accept(this);
	}

}
