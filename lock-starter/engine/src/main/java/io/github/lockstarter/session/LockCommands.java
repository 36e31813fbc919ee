package io.github.lockstarter.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The locks that this instance requests, holds or waits for; others are forgotten.
 */
final class LockCommands {

	private final ConcurrentMap<String, SerialCommands> lanes = new ConcurrentHashMap<>();

	// Runs the command after all earlier ones for the same lock, at once if there are
	// none; what it throws fails the stage.
	<T> CompletionStage<T> run(String name, Function<SerialCommands, CompletionStage<T>> command) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		SerialCommands lane = this.lanes.compute(name, (key, known) -> {
			SerialCommands used = (known != null) ? known : new SerialCommands(key);
			used.add(() -> begin(used, command, answer));
			return used;
		});
		lane.runNext(() -> forget(name));
		return answer;
	}

	private static <T> CompletionStage<?> begin(SerialCommands lane,
			Function<SerialCommands, CompletionStage<T>> command, CompletableFuture<T> answer) {
		CompletionStage<T> running;
		try {
			running = command.apply(lane);
		}
		catch (RuntimeException | Error ex) {
			running = CompletableFuture.failedStage(ex);
		}
		return running.whenComplete((value, failure) -> {
			if (failure != null) {
				answer.completeExceptionally(failure);
			}
			else {
				answer.complete(value);
			}
		});
	}

	void forget(String name) {
		this.lanes.computeIfPresent(name, (key, lane) -> lane.isOver() ? null : lane);
	}

	@Nullable SerialCommands find(String name) {
		return this.lanes.get(name);
	}

	void forEach(Consumer<SerialCommands> action) {
		this.lanes.values().forEach(action);
	}

	void clear(Consumer<Claim> former) {
		this.lanes.forEach((name, lane) -> {
			lane.clearDoubt();
			lane.claims().forEach((claim) -> {
				if (lane.remove(claim)) {
					former.accept(claim);
				}
			});
			forget(name);
		});
	}

	int size() {
		return this.lanes.size();
	}

}
