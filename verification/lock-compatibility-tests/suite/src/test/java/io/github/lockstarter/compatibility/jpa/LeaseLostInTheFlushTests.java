package io.github.lockstarter.compatibility.jpa;

import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * JPA writes when the transaction commits: a lease that is lost meanwhile rolls it back.
 * And without {@code spring.jpa.open-in-view} each transaction reads for itself.
 */
@Tag("jpa")
@SpringBootTest(classes = BankApplication.class,
		properties = { "spring.jpa.open-in-view=false", "distributed-lock.wait-time=2m" })
@Import(ConcurrentDeposits.class)
@AutoConfigureTestLocks
class LeaseLostInTheFlushTests {

	private static final long ID = 1;

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private Bank bank;

	@Autowired
	private ConcurrentDeposits deposits;

	@Autowired
	private EntityManager entities;

	@Autowired
	private PlatformTransactionManager manager;

	@BeforeEach
	void open() {
		this.deposits.open();
	}

	@Test
	void workUnderAHeldLockIsCommitted() {
		this.bank.deposit(ID);
		transaction().executeWithoutResult((status) -> this.bank.deposit(ID));
		assertThat(this.deposits.balance()).isEqualTo(2);
	}

	@Test
	void lossInTheFlushOfTheCommitRollsBackATransactionThatBeganUnderTheLock() {
		Account.duringTheFlush(() -> this.testLocks.takeAway(Bank.LOCK + ID));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.bank.deposit(ID));
		assertThat(this.deposits.balance()).isZero();
	}

	@Test
	void lossInTheFlushOfTheCommitRollsBackTheTransactionAroundTheLock() {
		Account.duringTheFlush(() -> this.testLocks.takeAway(Bank.LOCK + ID));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> transaction().executeWithoutResult((status) -> this.bank.deposit(ID)));
		assertThat(this.deposits.balance()).isZero();
	}

	@Test
	void lossInAFlushOfTheApplicationsCallbackRollsBack() {
		Account.duringTheFlush(() -> this.testLocks.takeAway(Bank.LOCK + ID));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> transaction().executeWithoutResult((status) -> {
				this.bank.deposit(ID);
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void beforeCommit(boolean readOnly) {
						LeaseLostInTheFlushTests.this.entities.flush();
					}

				});
			}));
		assertThat(this.deposits.balance()).isZero();
	}

	@Test
	void whatWasReadBeforeTheLockIsReadAgainInside() throws Exception {
		assertThat(this.deposits.deposit("deposit")).isEqualTo(2);
		assertThat(this.deposits.balance()).isEqualTo(2);
	}

	private TransactionTemplate transaction() {
		return new TransactionTemplate(this.manager);
	}

}
