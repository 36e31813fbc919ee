package io.github.lockstarter.documentation;

import org.springframework.boot.CommandLineRunner;
import org.springframework.stereotype.Component;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockUnavailableException;

@Component
record FirstLock(LockOperations locks) implements CommandLineRunner {

	@Override
	public void run(String... args) {
		try {
			this.locks.executeWithoutResult("first",
					(lease) -> System.out.println("My first lock has the fencing token " + lease.fencingToken()));
		}
		catch (LockUnavailableException ex) {
			System.out.println("No lock, because there is no Redis. Start one, or set spring.data.redis.host: " + ex);
		}
	}

}
