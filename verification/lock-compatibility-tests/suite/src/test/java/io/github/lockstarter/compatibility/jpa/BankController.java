package io.github.lockstarter.compatibility.jpa;

import java.util.concurrent.CountDownLatch;

import jakarta.persistence.EntityManager;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reads an account before it calls the locked method, as controllers do to check who may
 * use it, or to answer 404.
 */
@RestController
class BankController {

	private static volatile CountDownLatch read = new CountDownLatch(0);

	private final Bank bank;

	private final EntityManager entities;

	BankController(Bank bank, EntityManager entities) {
		this.bank = bank;
		this.entities = entities;
	}

	/**
	 * Counted down by each request that has read, and has no lock yet.
	 */
	static CountDownLatch countReads(int requests) {
		read = new CountDownLatch(requests);
		return read;
	}

	@PostMapping("/deposit/{id}")
	void deposit(@PathVariable("id") long id) {
		read(Account.class, id);
		this.bank.deposit(id);
	}

	@PostMapping("/refreshed/{id}")
	void refreshed(@PathVariable("id") long id) {
		read(Account.class, id);
		this.bank.depositRefreshed(id);
	}

	@PostMapping("/versioned/{id}")
	void versioned(@PathVariable("id") long id) {
		read(VersionedAccount.class, id);
		this.bank.depositVersioned(id);
	}

	@PostMapping("/inside/{id}")
	void inside(@PathVariable("id") long id) {
		read.countDown();
		this.bank.deposit(id);
	}

	private void read(Class<?> type, long id) {
		if (this.entities.find(type, id) == null) {
			throw new IllegalArgumentException("No account " + id);
		}
		read.countDown();
	}

}
