package io.github.lockstarter.aspect.reactive;

import org.reactivestreams.Publisher;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.key.LockedMethod;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.reactive.ReactiveLockedAction;

/**
 * How the publisher of a locked method is put under its lock. With Spring's transactions
 * there is one that knows them.
 */
@FunctionalInterface
public interface LockedPublication {

	/**
	 * Holds the lock until the publisher ends.
	 * @param method the method that is called
	 * @param request what to lock, and how
	 * @param body the method
	 * @param single whether it has one result at most
	 * @return the publisher to subscribe to, once
	 */
	Publisher<Object> publish(LockedMethod method, LockRequest request, ReactiveLockedAction<Object> body,
			boolean single);

	/**
	 * Releases the lock at the end of the body.
	 * @param operations the locks
	 * @return how a publisher is put under its lock
	 */
	static LockedPublication plain(ReactiveLockOperations operations) {
		return (method, request, body, single) -> single ? operations.execute(request, body)
				: operations.executeMany(request, body);
	}

}
