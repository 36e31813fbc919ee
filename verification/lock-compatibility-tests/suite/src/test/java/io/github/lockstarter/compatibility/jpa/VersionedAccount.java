package io.github.lockstarter.compatibility.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/**
 * An account that refuses a change of what was read too early.
 */
@Entity
class VersionedAccount {

	@Id
	private long id;

	@Version
	private long version;

	private long balance;

	protected VersionedAccount() {
	}

	VersionedAccount(long id) {
		this.id = id;
	}

	long getBalance() {
		return this.balance;
	}

	void deposit() {
		this.balance++;
	}

}
