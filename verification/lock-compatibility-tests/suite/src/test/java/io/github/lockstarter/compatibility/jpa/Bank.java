package io.github.lockstarter.compatibility.jpa;

import jakarta.persistence.EntityManager;
import org.springframework.transaction.annotation.Transactional;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Locked methods that change an account.
 */
class Bank {

	static final String LOCK = "account:";

	private final EntityManager entities;

	Bank(EntityManager entities) {
		this.entities = entities;
	}

	@Transactional
	@DistributedLocked(name = "account", key = "#id")
	public void deposit(long id) {
		this.entities.find(Account.class, id).deposit();
	}

	@Transactional
	@DistributedLocked(name = "account", key = "#id")
	public void depositRefreshed(long id) {
		Account account = this.entities.find(Account.class, id);
		this.entities.refresh(account); // what was read before the lock may be old
		account.deposit();
	}

	@Transactional
	@DistributedLocked(name = "account", key = "#id")
	public void depositVersioned(long id) {
		this.entities.find(VersionedAccount.class, id).deposit();
	}

}
