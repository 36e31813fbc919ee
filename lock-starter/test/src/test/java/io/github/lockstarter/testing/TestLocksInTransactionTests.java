package io.github.lockstarter.testing;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import io.github.lockstarter.testing.LockEvent.Kind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A test in a transaction, which keeps the locks until it is rolled back, and the one
 * after it.
 */
@SpringBootTest(classes = { TestLocksTests.Application.class, TestLocksInTransactionTests.Transactions.class })
@AutoConfigureTestLocks
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Transactional
class TestLocksInTransactionTests {

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private Orders orders;

	@Test
	@Order(1)
	void lockIsKept() {
		this.orders.ship("7");
		assertThat(this.testLocks.events()).extracting(LockEvent::kind).containsExactly(Kind.ACQUIRED);
		this.testLocks.outage();
	}

	@Test
	@Order(2)
	void nextTestFindsNoEventAndNoLock() {
		assertThat(this.testLocks.events()).isEmpty();
		assertThat(this.orders.shipOnce("7")).isPresent();
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Transactions {

		@Bean
		AbstractPlatformTransactionManager transactionManager() {
			return new AbstractPlatformTransactionManager() {

				@Override
				protected Object doGetTransaction() {
					return this;
				}

				@Override
				protected void doBegin(Object transaction, TransactionDefinition definition) {
				}

				@Override
				protected void doCommit(DefaultTransactionStatus status) {
				}

				@Override
				protected void doRollback(DefaultTransactionStatus status) {
				}

			};
		}

	}

}
