package io.github.lockstarter.testing;

import java.util.function.Consumer;

import io.github.lockstarter.testing.memory.ElsewhereClient;

/**
 * A lock that another instance holds, exclusively or shared: see
 * {@link TestLocks#holdElsewhere(String)} and {@link TestLocks#heldElsewhere(String)}.
 */
public final class HeldElsewhere implements AutoCloseable {

	private final String name;

	private final ElsewhereClient client;

	private final ElsewhereClient.Taken taken;

	private final Consumer<HeldElsewhere> onClose;

	HeldElsewhere(String name, ElsewhereClient client, ElsewhereClient.Taken taken, Consumer<HeldElsewhere> onClose) {
		this.name = name;
		this.client = client;
		this.taken = taken;
		this.onClose = onClose;
	}

	public String name() {
		return this.name;
	}

	/**
	 * Returns the fencing token of this holder, which is smaller than that of the next
	 * one. Overlapping readers share one.
	 * @return the token
	 */
	public long fencingToken() {
		return this.taken.fencingToken();
	}

	/**
	 * Returns whether the other instance still holds the lock.
	 * @return {@code false} after the close, after the lease has expired, and after the
	 * lock was taken away
	 */
	public boolean isHeld() {
		return this.client.holds(this.name, this.taken);
	}

	@Override
	public void close() {
		this.onClose.accept(this);
		this.client.release(this.name, this.taken);
	}

}
