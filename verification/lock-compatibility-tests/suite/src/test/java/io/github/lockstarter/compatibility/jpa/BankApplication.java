package io.github.lockstarter.compatibility.jpa;

import jakarta.persistence.EntityManager;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/**
 * An application with JPA, as Spring Boot configures it.
 */
@SpringBootApplication
class BankApplication {

	@Bean
	Bank bank(EntityManager entities) {
		return new Bank(entities);
	}

	@Bean
	BankController bankController(Bank bank, EntityManager entities) {
		return new BankController(bank, entities);
	}

}
