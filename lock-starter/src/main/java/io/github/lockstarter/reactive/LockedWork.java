package io.github.lockstarter.reactive;

import java.util.Objects;

import org.reactivestreams.Publisher;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingLocks;
import io.github.lockstarter.text.LoggedText;

/**
 * What all subscriptions to one publisher of locked work have in common.
 *
 * @param <T> the type of the results
 * @param locks the engine
 * @param tasks where the work is begun and its end is told
 * @param request what to lock
 * @param action the work
 * @param single whether there is one result at most
 */
record LockedWork<T>(NonBlockingLocks locks, ApplicationTasks tasks, LockRequest request,
		ReactiveLockedAction<T> action, boolean single) {

	Publisher<? extends T> body(EngineLease held) throws Exception {
		return Objects.requireNonNull(this.action.run(new HeldReactiveLease(held, this.tasks)),
				() -> "The work under lock '" + LoggedText.name(held.name())
						+ "' returned null instead of a publisher");
	}

}
