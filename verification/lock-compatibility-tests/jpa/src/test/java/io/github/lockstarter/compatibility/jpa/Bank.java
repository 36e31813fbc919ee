package io.github.lockstarter.compatibility.jpa;

import org.springframework.transaction.annotation.Transactional;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Locked methods that change an account.
 */
class Bank {

	static final String LOCK = "account:";

	private final Accounts accounts;

	Bank(Accounts accounts) {
		this.accounts = accounts;
	}

	@Transactional
	@DistributedLocked(name = "account", key = "#id")
	public void deposit(long id) {
		this.accounts.findById(id).orElseThrow().deposit(1);
	}

}
