package io.github.lockstarter.testing;

import java.util.function.Consumer;

import io.github.lockstarter.testing.memory.ElsewhereClient;

/**
 * A lock in the hands of another server, alone or beside others: see
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

	/**
	 * The lock name.
	 * @return the full name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * The fencing token of this holder; that of the next one is larger. Readers that
	 * overlap have the same one.
	 * @return the token
	 */
	public long fencingToken() {
		return this.taken.fencingToken();
	}

	/**
	 * Whether the other server still holds the lock.
	 * @return false after the close, the end of its lease, or when it was taken away
	 */
	public boolean isHeld() {
		return this.client.holds(this.name, this.taken);
	}

	/**
	 * The other server releases the lock, and the next waiter gets it. Nothing happens if
	 * it does not hold it any more.
	 */
	@Override
	public void close() {
		this.onClose.accept(this);
		this.client.release(this.name, this.taken);
	}

}
