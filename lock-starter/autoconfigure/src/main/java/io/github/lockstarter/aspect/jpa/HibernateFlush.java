package io.github.lockstarter.aspect.jpa;

import jakarta.persistence.EntityTransaction;
import jakarta.transaction.Synchronization;
import org.hibernate.Transaction;
import org.jspecify.annotations.Nullable;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.aspect.LateWrites;

/**
 * The flush of Hibernate: a callback of its own transaction is the only place behind it.
 */
public final class HibernateFlush implements LateWrites {

	@Override
	public void checkBehind(Runnable check) {
		for (Object resource : TransactionSynchronizationManager.getResourceMap().values()) {
			if (resource instanceof EntityManagerHolder holder && holder.isSynchronizedWithTransaction()
					&& transactionOf(holder) instanceof Transaction transaction && transaction.isActive()) {
				transaction.registerSynchronization(new BeforeCompletion(check));
			}
		}
	}

	private static @Nullable EntityTransaction transactionOf(EntityManagerHolder holder) {
		try {
			return holder.getEntityManager().getTransaction();
		}
		catch (IllegalStateException ex) {
			return null; // has joined a transaction of JTA, for example
		}
	}

	private record BeforeCompletion(Runnable check) implements Synchronization {

		@Override
		public void beforeCompletion() {
			this.check.run();
		}

		@Override
		public void afterCompletion(int status) {
		}

		@Override
		public String toString() {
			return "the check of the locks of this transaction";
		}

	}

}
