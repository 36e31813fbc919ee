package io.github.lockstarter.reactive;

import java.util.Objects;

import org.reactivestreams.Publisher;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingLocks;
import io.github.lockstarter.text.LoggedText;

/**
 * What all subscriptions to one publisher of locked work share.
 */
record LockedWork<T>(NonBlockingLocks locks, ApplicationTasks tasks, LockRequest request,
		ReactiveLockedAction<T> action, boolean single) {

	Publisher<? extends T> body(EngineLease held) throws Exception {
		return Objects.requireNonNull(this.action.run(new HeldReactiveLease(held, this.tasks)),
				() -> "The work under lock '" + LoggedText.name(held.name())
						+ "' returned null instead of a publisher");
	}

}
