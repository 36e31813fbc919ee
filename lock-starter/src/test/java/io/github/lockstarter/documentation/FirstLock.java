package io.github.lockstarter.documentation;

import org.springframework.boot.CommandLineRunner;
import org.springframework.stereotype.Component;

import io.github.lockstarter.LockOperations;

@Component
record FirstLock(LockOperations locks) implements CommandLineRunner {

	@Override
	public void run(String... args) {
		this.locks.executeWithoutResult("first",
				(lease) -> System.out.println("My first lock has the fencing token " + lease.fencingToken()));
	}

}
