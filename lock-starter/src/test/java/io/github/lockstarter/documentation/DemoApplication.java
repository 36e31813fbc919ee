package io.github.lockstarter.documentation;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.LockOperations;

@SpringBootApplication
public class DemoApplication {

	public static void main(String[] args) {
		SpringApplication.run(DemoApplication.class, args);
	}

	@Bean
	ApplicationRunner firstLock(LockOperations locks) {
		return (args) -> locks.executeWithoutResult("first",
				(lease) -> System.out.println(lease.name() + " is mine, fencing token " + lease.fencingToken()));
	}

}
