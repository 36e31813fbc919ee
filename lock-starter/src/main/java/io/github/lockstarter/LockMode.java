package io.github.lockstarter;

/**
 * How a lock is shared.
 */
public enum LockMode {

	/**
	 * One holder alone: a lock as it is without any mode. With
	 * {@linkplain LockRequest#permits(int) permits}, as many as these say.
	 */
	WRITE,

	/**
	 * Beside all others that read, and never beside one that writes. A reader that comes
	 * behind a waiting writer waits for it, unless it can still join readers of its own
	 * JVM ({@code distributed-lock.cohort.max-time}). Readers between two writers have
	 * the same fencing token, larger than that of the writer before.
	 */
	READ

}
