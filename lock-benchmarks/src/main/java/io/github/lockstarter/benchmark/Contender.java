package io.github.lockstarter.benchmark;

/**
 * One kind of lock, as one application instance uses it.
 */
interface Contender extends AutoCloseable {

	/**
	 * Runs the work under the lock of that name, waiting for it if necessary.
	 */
	void locked(String name, Runnable work);

	/**
	 * Acquires the lock and answers how to release it, on any thread.
	 */
	Runnable acquire(String name);

	@Override
	void close();

}
