package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockedAction;
import io.github.lockstarter.key.LockedMethod;
import io.github.lockstarter.runtime.ReleaseDeferral.Deferred;

/**
 * Keeps the lock of a method that is called inside an open transaction until it ends.
 */
public final class TransactionAwareExecution implements LockedExecution {

	private static final Logger logger = LoggerFactory.getLogger(TransactionAwareExecution.class);

	private final BooleanSupplier releaseAfterTransaction;

	private final Set<LockedMethod> warned = ConcurrentHashMap.newKeySet();

	public TransactionAwareExecution(BooleanSupplier releaseAfterTransaction) {
		this.releaseAfterTransaction = releaseAfterTransaction;
	}

	@Override
	public @Nullable Object execute(LockedMethod method, LockOperations operations, LockRequest request,
			LockedAction<@Nullable Object, Throwable> body) throws Throwable {
		if (!ReleaseAfterTransaction.isTransactionOpen()) {
			return PLAIN.execute(method, operations, request, body);
		}
		warnOnce(method, request);
		if (!this.releaseAfterTransaction.getAsBoolean()) {
			return PLAIN.execute(method, operations, request, body);
		}
		return PLAIN.execute(method, operations, request.minHold(Duration.ZERO), (lease) -> {
			KeptLease kept = keep(operations.acquire(request));
			try {
				return body.run(lease);
			}
			catch (Throwable ex) {
				kept.bodyFailed();
				throw ex;
			}
		});
	}

	private static KeptLease keep(Lease lease) {
		try {
			KeptLease kept = new KeptLease(lease);
			TransactionSynchronizationManager.registerSynchronization(new LeaseOfTransaction(kept));
			return kept;
		}
		catch (RuntimeException | Error ex) {
			lease.releaseNow();
			throw ex;
		}
	}

	private void warnOnce(LockedMethod method, LockRequest request) {
		// if the lock is already held, the transaction began under it
		if (request.names().stream().anyMatch((name) -> LockContext.current(name).isEmpty())
				&& this.warned.add(method)) {
			logger.warn(method + " takes its lock inside an open transaction. What that transaction reads may be "
					+ "older than the lock: begin the transaction inside the locked method instead");
		}
	}

	private static final class KeptLease implements Deferred {

		private final Lease lease;

		private volatile boolean bodyFailed;

		private KeptLease(Lease lease) {
			this.lease = lease;
		}

		// whatever becomes of the transaction, that work may be repeated at once
		private void bodyFailed() {
			this.bodyFailed = true;
		}

		@Override
		public void ensureHeld() {
			this.lease.ensureHeld();
		}

		@Override
		public void end(boolean succeeded) {
			if (succeeded && !this.bodyFailed) {
				this.lease.release();
			}
			else {
				this.lease.releaseNow();
			}
		}

	}

}
