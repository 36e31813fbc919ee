package io.github.lockstarter.compatibility.jpa;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/**
 * An application with JPA, as Spring Boot configures it.
 */
@SpringBootApplication
class BankApplication {

	@Bean
	Bank bank(Accounts accounts) {
		return new Bank(accounts);
	}

}
