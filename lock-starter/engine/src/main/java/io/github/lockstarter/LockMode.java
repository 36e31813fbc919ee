package io.github.lockstarter;

/**
 * How a lock is shared.
 */
public enum LockMode {

	/**
	 * Exclusive, as a lock without any mode. With {@linkplain LockRequest#permits(int)
	 * permits}, up to that number of holders.
	 */
	WRITE,

	/**
	 * Shared with all other readers, and never with a writer. A reader that arrives
	 * behind a waiting writer waits for it, unless it can still join readers of its own
	 * JVM ({@code distributed-lock.cohort.max-time}). All readers between two writers
	 * have the same fencing token, larger than that of the writer before them.
	 */
	READ

}
