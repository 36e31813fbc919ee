package io.github.lockstarter.benchmark.contender;

/**
 * One kind of lock, as one application instance uses it. All methods may be called from
 * any thread.
 */
public interface Contender extends AutoCloseable {

	/**
	 * Acquires a lock, waiting for it where the library can.
	 * @param name the lock name
	 * @return releases the lock; to be run on the same thread
	 * @throws IllegalStateException if another holds the lock and the library does not
	 * wait
	 */
	Runnable acquire(String name);

	/**
	 * Runs the work under the lock of that name.
	 * @param name the lock name
	 * @param work what to do with it
	 */
	default void locked(String name, Runnable work) {
		Runnable release = acquire(name);
		try {
			work.run();
		}
		finally {
			release.run();
		}
	}

	@Override
	void close();

}
