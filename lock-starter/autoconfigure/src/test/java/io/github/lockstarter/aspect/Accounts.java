package io.github.lockstarter.aspect;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Locked methods that write to a database, with and without a transaction of their own.
 */
public class Accounts {

	private final JdbcTemplate jdbc;

	public Accounts(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
		jdbc.execute("create table if not exists account (owner varchar(100))");
		jdbc.update("delete from account");
	}

	/**
	 * For the next test of an application that several share.
	 */
	public void clear() {
		this.jdbc.update("delete from account");
	}

	@DistributedLocked(name = "add")
	public void add(String owner) {
		insert(owner);
	}

	@DistributedLocked(name = "once", minHold = "1m")
	public void addOnce(String owner) {
		insert(owner);
	}

	@DistributedLocked(name = "once", minHold = "1m")
	public void failOnce() {
		insert("before the failure");
		throw new IllegalStateException("failed");
	}

	@DistributedLocked(name = "run")
	public void run(Runnable work) {
		insert("run");
		work.run();
	}

	@Transactional
	@DistributedLocked(name = "transactional")
	public void addInTransaction(String owner, boolean fail) {
		insert(owner);
		if (fail) {
			throw new IllegalStateException("failed");
		}
	}

	@Transactional
	@DistributedLocked(name = "transactional")
	public void runInTransaction(Runnable work) {
		insert("transactional");
		work.run();
	}

	@Transactional(propagation = Propagation.REQUIRES_NEW)
	@DistributedLocked(name = "new")
	public void addInNewTransaction(String owner) {
		insert(owner);
	}

	@Transactional(propagation = Propagation.NOT_SUPPORTED)
	@DistributedLocked(name = "none")
	public void runWithoutTransaction(Runnable work) {
		work.run();
	}

	@Transactional(propagation = Propagation.NOT_SUPPORTED)
	public void withoutTransactionAround(Runnable work) {
		work.run();
	}

	public int count() {
		return this.jdbc.queryForObject("select count(*) from account", Integer.class);
	}

	private void insert(String owner) {
		this.jdbc.update("insert into account (owner) values (?)", owner);
	}

}
