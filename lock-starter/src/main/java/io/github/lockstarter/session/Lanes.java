package io.github.lockstarter.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The locks that this instance asks for, holds or waits for. Those about which nothing
 * has to be known are forgotten.
 */
final class Lanes {

	private final ConcurrentMap<String, Lane> lanes = new ConcurrentHashMap<>();

	/**
	 * Does a command after all those that were given before for the same lock, at once if
	 * there are none.
	 * @param name the lock name
	 * @param command what is done; what it throws is how the stage fails
	 * @return its answer
	 */
	<T> CompletionStage<T> run(String name, Function<Lane, CompletionStage<T>> command) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		Lane lane = this.lanes.compute(name, (key, known) -> {
			Lane used = (known != null) ? known : new Lane(key);
			used.add(() -> begin(used, command, answer));
			return used;
		});
		lane.goOn(() -> forget(name));
		return answer;
	}

	private static <T> CompletionStage<?> begin(Lane lane, Function<Lane, CompletionStage<T>> command,
			CompletableFuture<T> answer) {
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

	/**
	 * Forgets a lock if nothing has to be known of it.
	 */
	void forget(String name) {
		this.lanes.computeIfPresent(name, (key, lane) -> lane.isOver() ? null : lane);
	}

	/**
	 * The lock, if something is known of it.
	 */
	@Nullable Lane find(String name) {
		return this.lanes.get(name);
	}

	void forEach(Consumer<Lane> action) {
		this.lanes.values().forEach(action);
	}

	/**
	 * Forgets all claims: their places are gone.
	 * @param former told of each
	 */
	void clear(Consumer<Claim> former) {
		this.lanes.forEach((name, lane) -> {
			lane.certain();
			lane.claims().forEach((claim) -> {
				if (lane.remove(claim)) {
					former.accept(claim);
				}
			});
			forget(name);
		});
	}

	/**
	 * How many locks something is known of.
	 */
	int size() {
		return this.lanes.size();
	}

}
