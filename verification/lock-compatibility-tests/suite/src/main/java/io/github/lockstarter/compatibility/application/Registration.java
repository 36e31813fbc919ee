package io.github.lockstarter.compatibility.application;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.springframework.stereotype.Service;
import reactor.core.publisher.Mono;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * A service as users write them: no interface, so its proxy is a subclass.
 */
@Service
public class Registration {

	/**
	 * Registers a user, one caller at a time for the same name on all servers.
	 * @param userName the name, which is the key of the lock
	 * @param work what is to be done meanwhile
	 * @param <T> the type of its result
	 * @return the result of the work
	 */
	@DistributedLocked(name = "users", key = "#userName")
	public <T> T register(String userName, Supplier<T> work) {
		return work.get();
	}

	/**
	 * Registers a user later.
	 * @param userName the name, which is the key of the lock
	 * @param work completes when it is done
	 * @param <T> the type of its result
	 * @return the result of the work, after the release
	 */
	@DistributedLocked(name = "users", key = "#userName")
	public <T> CompletableFuture<T> registerLater(String userName, CompletableFuture<T> work) {
		return work;
	}

	/**
	 * Registers a user for each subscription.
	 * @param userName the name, which is the key of the lock
	 * @param work what is to be done meanwhile
	 * @param <T> the type of its result
	 * @return the result of the work, after the release
	 */
	@DistributedLocked(name = "users", key = "#userName")
	public <T> Mono<T> registerReactively(String userName, Mono<T> work) {
		return work;
	}

	/**
	 * Registers several users, all of them or none.
	 * @param userNames the names, each of which is the key of a lock
	 * @param work what is to be done meanwhile
	 */
	@DistributedLocked(name = "users", key = "#userNames")
	public void registerAll(List<String> userNames, Runnable work) {
		work.run();
	}

}
