package io.github.lockstarter.aspect.reactive;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.github.lockstarter.async.ApplicationTasks;

/**
 * The way of a chain to a thread of the application's task executor: what the locks
 * signal comes on threads of theirs.
 */
public final class ApplicationThread {

	private final Supplier<@Nullable ApplicationTasks> tasks;

	/**
	 * Creates the way.
	 * @param tasks the application's task executor, asked for at the first use; null: the
	 * chain stays where it is
	 */
	public ApplicationThread(Supplier<@Nullable ApplicationTasks> tasks) {
		this.tasks = tasks;
	}

	/**
	 * Goes over to the executor.
	 * @return completes on one of its threads, with the context of the thread that
	 * subscribes; or why it took no task, signalled on a thread of the locks
	 */
	Mono<Void> reach() {
		return Mono.defer(() -> {
			ApplicationTasks found = this.tasks.get();
			return (found != null) ? reach(found) : Mono.empty();
		});
	}

	private static Mono<Void> reach(ApplicationTasks tasks) {
		return Mono
			.create((sink) -> tasks.runSoon(sink::success, (rejection) -> tasks.tell(() -> sink.error(rejection))));
	}

}
