package io.github.lockstarter.aspect.reactive;

import org.reactivestreams.Publisher;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.key.LockedMethod;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.reactive.ReactiveLockedAction;

/**
 * Publishes a result under its lock; transactions have their own implementation.
 */
@FunctionalInterface
public interface LockedPublication {

	// the returned publisher holds the lock until it ends, and is for one subscription
	Publisher<Object> publish(LockedMethod method, LockRequest request, ReactiveLockedAction<Object> body,
			boolean single);

	static LockedPublication plain(ReactiveLockOperations operations) {
		return (method, request, body, single) -> single ? operations.execute(request, body)
				: operations.executeMany(request, body);
	}

}
