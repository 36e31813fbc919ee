package io.github.lockstarter.compatibility.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PreUpdate;

/**
 * An account whose balance is read, changed and written.
 */
@Entity
class Account {

	private static Runnable duringTheFlush = () -> {
	};

	@Id
	private long id;

	private long balance;

	protected Account() {
	}

	Account(long id) {
		this.id = id;
	}

	/**
	 * What happens while the next change is written, which is when its transaction
	 * commits.
	 */
	static void duringTheFlush(Runnable event) {
		duringTheFlush = event;
	}

	@PreUpdate
	void written() {
		Runnable event = duringTheFlush;
		duringTheFlush = () -> {
		};
		event.run();
	}

	long getBalance() {
		return this.balance;
	}

	void deposit() {
		this.balance++;
	}

}
