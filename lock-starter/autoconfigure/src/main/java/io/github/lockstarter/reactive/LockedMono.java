package io.github.lockstarter.reactive;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Locked work with at most one result.
 */
final class LockedMono<T> extends Mono<T> {

	private final LockedWork<T> work;

	LockedMono(LockedWork<T> work) {
		this.work = work;
	}

	@Override
	public void subscribe(CoreSubscriber<? super T> actual) {
		LockedSubscription.begin(this.work, actual);
	}

}
