package io.github.lockstarter.aspect.reactive;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.key.LockedMethod;
import io.github.lockstarter.reactive.ReactiveLease;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.reactive.ReactiveLockedAction;

/**
 * Keeps the lock of a publisher inside an open reactive transaction until that ends.
 */
public final class TransactionAwarePublication implements LockedPublication {

	private static final Logger logger = LoggerFactory.getLogger(TransactionAwarePublication.class);

	private final Supplier<ReactiveLockOperations> operations;

	private final BooleanSupplier releaseAfterTransaction;

	private final ApplicationThread thread;

	private final Set<LockedMethod> warned = ConcurrentHashMap.newKeySet();

	public TransactionAwarePublication(Supplier<ReactiveLockOperations> operations,
			BooleanSupplier releaseAfterTransaction, ApplicationThread thread) {
		this.thread = thread;
		this.operations = operations;
		this.releaseAfterTransaction = releaseAfterTransaction;
	}

	@Override
	public Publisher<Object> publish(LockedMethod method, LockRequest request, ReactiveLockedAction<Object> body,
			boolean single) {
		Mono<TransactionSynchronizationManager> open = TransactionSynchronizationManager.forCurrentTransaction()
			.filter((manager) -> manager.isSynchronizationActive() && manager.isActualTransactionActive())
			.onErrorResume(NoTransactionException.class, (ex) -> Mono.empty());
		return open.map((manager) -> inside(method, request, body, single, manager))
			.defaultIfEmpty(plain().publish(method, request, body, single))
			.flatMapMany((publisher) -> publisher);
	}

	private Publisher<Object> inside(LockedMethod method, LockRequest request, ReactiveLockedAction<Object> body,
			boolean single, TransactionSynchronizationManager manager) {
		return Flux.deferContextual((view) -> {
			warnOnce(method, request, view);
			if (!this.releaseAfterTransaction.getAsBoolean()) {
				return plain().publish(method, request, body, single);
			}
			return plain().publish(method, request.minHold(Duration.ZERO),
					(lease) -> keep(request, manager)
						.flatMapMany((kept) -> this.thread.reach(lease.asLease().remaining())
							.thenMany(work(lease, body))
							.doOnNext((result) -> {
								if (single) {
									kept.bodyCompleted(manager); // cancelled next
								}
							})
							.doOnComplete(() -> kept.bodyCompleted(manager))
							.doOnError((ex) -> kept.bodyFailed())),
					single);
		});
	}

	private LockedPublication plain() {
		return LockedPublication.plain(this.operations.get());
	}

	private Mono<ReactiveLeaseOfTransaction> keep(LockRequest request, TransactionSynchronizationManager manager) {
		return this.operations.get().acquire(request).flatMap((lease) -> {
			ReactiveLeaseOfTransaction kept = new ReactiveLeaseOfTransaction(lease);
			try {
				manager.registerSynchronization(kept);
			}
			catch (IllegalStateException ex) {
				return lease.releaseNow().then(Mono.error(ex)); // it has ended meanwhile
			}
			return Mono.just(kept);
		});
	}

	private static Flux<Object> work(ReactiveLease lease, ReactiveLockedAction<Object> body) {
		return Flux.from((subscriber) -> {
			try (LockContext.Scope scope = LockContext.open(lease.asLease())) {
				publisher(lease, body).subscribe(subscriber);
			}
		});
	}

	private static Publisher<?> publisher(ReactiveLease lease, ReactiveLockedAction<Object> body) {
		try {
			// the lease may be lost while the chain waited for the thread
			lease.asLease().ensureHeld();
			return body.run(lease);
		}
		catch (Exception ex) {
			return Flux.error(ex);
		}
	}

	private void warnOnce(LockedMethod method, LockRequest request, ContextView view) {
		// if the lock is already held, the transaction began under it
		if (request.names().stream().anyMatch((name) -> ReactiveLockContext.find(view, name).isEmpty())
				&& this.warned.add(method)) {
			logger.warn(method + " takes its lock inside an open transaction. What that transaction reads may be "
					+ "older than the lock: begin the transaction inside the locked method instead");
		}
	}

}
