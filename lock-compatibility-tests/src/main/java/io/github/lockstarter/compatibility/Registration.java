package io.github.lockstarter.compatibility;

import java.util.function.Supplier;

import org.springframework.stereotype.Service;

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

}
