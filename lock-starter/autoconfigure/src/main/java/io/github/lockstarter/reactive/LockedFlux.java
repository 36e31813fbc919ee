package io.github.lockstarter.reactive;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * Locked work with many results.
 */
final class LockedFlux<T> extends Flux<T> {

	private final LockedWork<T> work;

	LockedFlux(LockedWork<T> work) {
		this.work = work;
	}

	@Override
	public void subscribe(CoreSubscriber<? super T> actual) {
		LockedSubscription.begin(this.work, actual);
	}

}
