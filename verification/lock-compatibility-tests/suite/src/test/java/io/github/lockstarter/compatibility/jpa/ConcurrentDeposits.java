package io.github.lockstarter.compatibility.jpa;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.persistence.EntityManager;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.context.WebApplicationContext;

import io.github.lockstarter.testing.HeldElsewhere;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two requests that have both read an account before one of them gets the lock.
 */
@TestComponent
class ConcurrentDeposits {

	private static final long ID = 1;

	private final MockMvc server;

	private final TestLocks testLocks;

	private final EntityManager entities;

	private final TransactionTemplate transaction;

	ConcurrentDeposits(WebApplicationContext context, TestLocks testLocks, EntityManager entities,
			PlatformTransactionManager manager) {
		this.server = MockMvcBuilders.webAppContextSetup(context).build();
		this.testLocks = testLocks;
		this.entities = entities;
		this.transaction = new TransactionTemplate(manager);
	}

	/**
	 * Opens the accounts, with a balance of nothing.
	 */
	void open() {
		this.transaction.executeWithoutResult((status) -> {
			this.entities.createQuery("delete from Account").executeUpdate();
			this.entities.createQuery("delete from VersionedAccount").executeUpdate();
			this.entities.persist(new Account(ID));
			this.entities.persist(new VersionedAccount(ID));
		});
	}

	/**
	 * Makes two deposits at once.
	 * @return how many of them were answered without an error
	 */
	int deposit(String way) throws Exception {
		CountDownLatch read = BankController.countReads(2);
		CompletableFuture<Boolean> one;
		CompletableFuture<Boolean> other;
		try (HeldElsewhere held = this.testLocks.holdElsewhere(Bank.LOCK + ID)) {
			one = request(way);
			other = request(way);
			assertThat(read.await(120, TimeUnit.SECONDS)).isTrue();
		}
		return (one.get(120, TimeUnit.SECONDS) ? 1 : 0) + (other.get(120, TimeUnit.SECONDS) ? 1 : 0);
	}

	private CompletableFuture<Boolean> request(String way) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				this.server.perform(MockMvcRequestBuilders.post("/" + way + "/" + ID));
				return true;
			}
			catch (Exception ex) {
				return false;
			}
		}, (task) -> new Thread(task, "request").start());
	}

	long balance() {
		return this.transaction.execute((status) -> this.entities.find(Account.class, ID).getBalance());
	}

	long versionedBalance() {
		return this.transaction.execute((status) -> this.entities.find(VersionedAccount.class, ID).getBalance());
	}

}
