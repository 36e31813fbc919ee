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
 * Moves a chain from a thread of the locks to the task executor of the application.
 */
public final class ApplicationThread {

	private final Supplier<@Nullable ApplicationTasks> tasks;

	public ApplicationThread(Supplier<@Nullable ApplicationTasks> tasks) {
		this.tasks = tasks;
	}

	// before the lock is held; a rejection is signalled on a thread of the locks
	Mono<Void> reach() {
		return reach((tasks, sink) -> tasks.runSoon(tasks.capture(sink::success), rejected(tasks, sink)));
	}

	// under a lock: the time in the queue of the executor counts against the lease
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
