package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.key.LockedMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Leases that are lost while a transaction commits, in the callbacks of the application:
 * with Spring's transaction manager on a real database.
 */
class LeaseLostInTheCommitTests {

	private final RecordingLockOperations locks = new RecordingLockOperations();

	private final DataSource dataSource = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private final JdbcTransactionManager manager = new JdbcTransactionManager(this.dataSource);

	private final TransactionTemplate transaction = new TransactionTemplate(this.manager);

	private final TransactionAwareExecution execution = new TransactionAwareExecution(() -> true);

	@BeforeEach
	void createTable() {
		this.jdbc.execute("create table account (owner varchar(100))");
	}

	@Test
	void lossInACallbackBeforeTheCommitRollsBackATransactionThatBeganUnderTheLock() {
		checkLeases();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> underLock(() -> inTransaction(() -> insertAnd(beforeCommit()))));
		assertThat(rows()).isZero();
	}

	@Test
	void lossInACallbackBeforeTheCompletionRollsBackATransactionThatBeganUnderTheLock() {
		checkLeases();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> underLock(() -> inTransaction(() -> insertAnd(beforeCompletion()))));
		assertThat(rows()).isZero();
	}

	@Test
	void lossInACallbackBeforeTheCommitRollsBackTheTransactionAroundTheLock() {
		checkLeases();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> inTransaction(() -> underLock(() -> insertAnd(beforeCommit()))));
		assertThat(rows()).isZero();
		assertThat(this.locks.events()).containsExactly("acquired lock", "freed lock");
	}

	@Test
	void lossInACallbackBeforeTheCompletionRollsBackTheTransactionAroundTheLock() {
		checkLeases();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> inTransaction(() -> underLock(() -> insertAnd(beforeCompletion()))));
		assertThat(rows()).isZero();
		assertThat(this.locks.events()).containsExactly("acquired lock", "freed lock");
	}

	@Test
	void nestedTransactionThatEndsLeavesTheCheckToTheOneAroundIt() {
		checkLeases();
		TransactionTemplate nested = new TransactionTemplate(this.manager);
		nested.setPropagationBehavior(TransactionTemplate.PROPAGATION_NESTED);
		List<String> ended = new ArrayList<>();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> underLock(() -> inTransaction(() -> {
			nested.executeWithoutResult((status) -> {
				insert();
				this.locks.lose("lock");
			});
			ended.add("nested");
		})));
		assertThat(ended).containsExactly("nested");
		assertThat(rows()).isZero();
	}

	/**
	 * A manager that the application makes itself, and that is no bean, has no listener.
	 */
	@Test
	void managerWithoutTheListenerChecksBehindCallbacksOfALowerOrder() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> inTransaction(() -> underLock(() -> insertAnd(ordered(beforeCommit())))));
		assertThat(rows()).isZero();
	}

	private void checkLeases() {
		this.manager.addListener(new LeaseCheckingTransactionListener());
	}

	private void inTransaction(Runnable work) {
		this.transaction.executeWithoutResult((status) -> work.run());
	}

	private void underLock(Runnable work) {
		try {
			this.execution.execute(new LockedMethod("lock", method(), method(), getClass()), this.locks,
					LockRequest.of("lock"), (lease) -> {
						work.run();
						return null;
					});
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new AssertionError(ex);
		}
	}

	private static Method method() {
		try {
			return Object.class.getMethod("toString");
		}
		catch (NoSuchMethodException ex) {
			throw new AssertionError(ex);
		}
	}

	private void insertAnd(TransactionSynchronization callback) {
		insert();
		TransactionSynchronizationManager.registerSynchronization(callback);
	}

	private void insert() {
		this.jdbc.update("insert into account values ('ann')");
	}

	private int rows() {
		return this.jdbc.queryForObject("select count(*) from account", Integer.class);
	}

	private TransactionSynchronization beforeCommit() {
		return new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				LeaseLostInTheCommitTests.this.locks.lose("lock");
			}

		};
	}

	private TransactionSynchronization beforeCompletion() {
		return new TransactionSynchronization() {

			@Override
			public void beforeCompletion() {
				LeaseLostInTheCommitTests.this.locks.lose("lock");
			}

		};
	}

	private static TransactionSynchronization ordered(TransactionSynchronization callback) {
		return new TransactionSynchronization() {

			@Override
			public int getOrder() {
				return Ordered.LOWEST_PRECEDENCE - 1;
			}

			@Override
			public void beforeCommit(boolean readOnly) {
				callback.beforeCommit(readOnly);
			}

		};
	}

}
