package io.github.lockstarter.reactive;

import org.reactivestreams.Publisher;

/**
 * Work that runs under a lock until its publisher completes, fails or is cancelled. On a
 * normal end or an error, {@code doFinally} runs after that, without the lock: use
 * {@code doOnTerminate} or {@code usingWhen} instead.
 *
 * @param <T> the type of the result
 */
@FunctionalInterface
public interface ReactiveLockedAction<T> {

	/**
	 * Creates the publisher of the work, on the application's task executor, once for
	 * each subscription, while the lock is held. The lease is in the {@code LockContext}
	 * while this method runs and the publisher is subscribed to, and in the
	 * {@link ReactiveLockContext} of the publisher.
	 * @param lease the lease, open until the publisher ends
	 * @return the publisher, subscribed to once; not null
	 * @throws Exception treated as a publisher that fails with it
	 */
	Publisher<? extends T> run(ReactiveLease lease) throws Exception;

}
