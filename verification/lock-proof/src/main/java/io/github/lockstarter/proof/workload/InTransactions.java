package io.github.lockstarter.proof.workload;

import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * Locks of an application that takes some of them inside a transaction on the same
 * database, and rolls that back: a lock is no part of it, neither when it is taken nor
 * when it is given back.
 */
final class InTransactions implements LockUnderTest {

	// Of many callers: an application has fewer connections than threads.
	private static final int ONE_IN = 8;

	private static final int CONNECTIONS = 3;

	private final LockUnderTest locks;

	private final DataSourceTransactionManager transactions;

	private final JdbcTemplate application;

	private final String client;

	private final Random random;

	private final Semaphore connections = new Semaphore(CONNECTIONS);

	// of the thread that is inside of one
	private final ThreadLocal<@Nullable TransactionStatus> open = new ThreadLocal<>();

	InTransactions(LockUnderTest locks, DriverManagerDataSource database, String client, long seed) {
		this.random = new Random(seed);
		this.locks = locks;
		this.transactions = new DataSourceTransactionManager(database);
		this.application = new JdbcTemplate(database);
		this.client = client;
	}

	/**
	 * What the transaction waits for is no part of the wait for a lock.
	 */
	@Override
	public void run(Face face, Runnable operation) {
		boolean chosen = face == Face.BLOCKING && this.random.nextInt(ONE_IN) == 0;
		TransactionStatus transaction = (chosen && this.connections.tryAcquire()) ? begin() : null;
		if (transaction == null) {
			this.locks.run(face, operation);
			return;
		}
		this.open.set(transaction);
		try {
			this.locks.run(face, operation);
		}
		finally {
			rollBack();
			this.connections.release();
		}
	}

	@Override
	public @Nullable Held acquire(Request request) {
		Held held = this.locks.acquire(request);
		return (held != null && this.open.get() != null) ? new Inside(held) : held;
	}

	private @Nullable TransactionStatus begin() {
		TransactionStatus transaction = null;
		try {
			transaction = this.transactions.getTransaction(new DefaultTransactionDefinition());
			this.application.update("insert into work (client) values (?)", this.client);
			return transaction;
		}
		catch (DataAccessException | TransactionException ex) {
			// a fault has hit the application, too
			if (transaction != null) {
				this.open.set(transaction);
				rollBack();
			}
			this.connections.release();
			return null;
		}
	}

	private void rollBack() {
		TransactionStatus transaction = this.open.get();
		this.open.remove();
		if (transaction != null) {
			try {
				this.transactions.rollback(transaction);
			}
			catch (TransactionException ex) {
				// it was gone already
			}
		}
	}

	@Override
	public void restart() {
		this.locks.restart();
	}

	@Override
	public void close() {
		this.locks.close();
	}

	/**
	 * What is held inside of a transaction, which is rolled back before or after it is
	 * given back.
	 */
	private final class Inside implements Held {

		private final Held held;

		Inside(Held held) {
			this.held = held;
		}

		@Override
		public List<? extends Part> parts() {
			return this.held.parts();
		}

		@Override
		public boolean close() {
			if (InTransactions.this.random.nextBoolean()) {
				rollBack();
			}
			return this.held.close();
		}

	}

}
