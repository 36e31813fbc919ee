package io.github.lockstarter;

import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if another caller held the lock for the whole wait time. The work did not run.
 * If the store cannot be asked, {@link LockUnavailableException} is thrown instead.
 */
public final class LockNotAcquiredException extends LockException {

	private static final long serialVersionUID = 1L;

	private final transient @Nullable Supplier<Optional<String>> holder;

	public LockNotAcquiredException(String lockName, String message) {
		super(lockName, message, null);
		this.holder = null;
	}

	/**
	 * Creates the exception of a lock whose holder can be looked up.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 * @param cause what led to it
	 * @param holder asks the store for a label of the holder; empty where it has none
	 */
	public LockNotAcquiredException(String lockName, String message, @Nullable Throwable cause,
			Supplier<Optional<String>> holder) {
		super(lockName, message, cause);
		this.holder = holder;
	}

	public LockNotAcquiredException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
		this.holder = null;
	}

	/**
	 * Who holds the lock now: a label such as that of {@link LockInfo#holder()}, with the
	 * name of the application, to see that two applications use the same name. Asks the
	 * store at each call, and waits one command timeout for it at most, so do not call it
	 * on an event loop. The holder may have changed since the exception was thrown.
	 * @return the label; empty if the lock is free by now, if the store cannot be asked,
	 * and of an exception that was serialized
	 */
	public Optional<String> holder() {
		return (this.holder != null) ? this.holder.get() : Optional.empty();
	}

}
