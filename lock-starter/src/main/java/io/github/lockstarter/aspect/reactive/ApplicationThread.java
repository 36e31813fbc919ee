package io.github.lockstarter.aspect.reactive;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

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
	 * Goes over to the executor, for work that holds no lock yet.
	 * @return completes on one of its threads, with the context of the thread that
	 * subscribes; or why it took no task, signalled on a thread of the locks
	 */
	Mono<Void> reach() {
		return reach((tasks, sink) -> tasks.runSoon(tasks.capture(sink::success), rejected(tasks, sink)));
	}

	/**
	 * The same for work under a lock: time in the queue of the executor is time under it.
	 * @param within how long the executor may take to begin
	 */
	Mono<Void> reach(Duration within) {
		return reach((tasks, sink) -> tasks.run(tasks.capture(sink::success), within, rejected(tasks, sink)));
	}

	private Mono<Void> reach(BiConsumer<ApplicationTasks, MonoSink<Void>> way) {
		return Mono.defer(() -> {
			ApplicationTasks found = this.tasks.get();
			return (found != null) ? Mono.create((sink) -> way.accept(found, sink)) : Mono.empty();
		});
	}

	private static Consumer<Throwable> rejected(ApplicationTasks tasks, MonoSink<Void> sink) {
		return (rejection) -> tasks.tell(() -> sink.error(rejection));
	}

}
