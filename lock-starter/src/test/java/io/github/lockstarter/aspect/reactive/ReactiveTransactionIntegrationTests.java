package io.github.lockstarter.aspect.reactive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.aspect.FacesApplication;
import io.github.lockstarter.reactive.ReactiveLockContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Locked publishers and reactive transactions.
 */
@Timeout(120)
@Tag("gate")
class ReactiveTransactionIntegrationTests {

	private static FacesApplication application;

	private static volatile boolean freeAtCommit;

	private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

	private final Service service = application.bean(Service.class);

	@BeforeAll
	static void start() {
		application = new FacesApplication(Service.class, Transactions.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void forget() {
		EVENTS.clear();
		freeAtCommit = true;
	}

	@Test
	void transactionOfTheSameMethodCommitsUnderTheLock() {
		this.service.both("a").block();
		assertThat(EVENTS).containsExactly("begin", "commit");
		assertThat(freeAtCommit).isFalse();
		assertThat(application.isFree("tx:a")).isTrue();
	}

	@Test
	void lockTakenInAnOpenTransactionIsKeptUntilItsEnd() {
		TransactionalOperator transaction = application.bean(TransactionalOperator.class);
		Mono<Boolean> held = this.service.locked("a").then(Mono.fromCallable(() -> !application.isFree("tx:a")));
		assertThat(transaction.transactional(held).block()).as("held between the method and the commit").isTrue();
		assertThat(freeAtCommit).isFalse();
		Awaitility.await().until(() -> application.isFree("tx:a"));
	}

	@Test
	void leaseThatIsLostRefusesTheCommitOfTheOpenTransaction() {
		TransactionalOperator transaction = application.bean(TransactionalOperator.class);
		Mono<Boolean> lost = this.service.shortly("a").then(Mono.fromCallable(() -> {
			Awaitility.await().pollDelay(Duration.ZERO).until(() -> application.isFree("tx:a"));
			return true;
		}));
		Throwable failure;
		do {
			EVENTS.clear();
			failure = catchThrowable(() -> transaction.transactional(lost).block());
		}
		// a slow machine may need longer to begin than the lease lasts
		while (failure instanceof RejectedExecutionException);
		assertThat(failure).isInstanceOf(LockLostException.class);
		assertThat(EVENTS).containsExactly("begin", "rollback");
	}

	@Test
	void cancelAtTheLossRollsBackTheTransactionOfTheSameMethod() {
		// a slow machine may need longer to begin than the lease lasts
		while (EVENTS.isEmpty()) {
			Mono<String> endless = this.service.endless("a");
			assertThatExceptionOfType(LockLostException.class).isThrownBy(endless::block);
		}
		Awaitility.await().until(() -> EVENTS.contains("rollback"));
		assertThat(EVENTS).containsExactly("begin", "rollback");
	}

	@Test
	void transactionThatEndedWhileItsLockWasWaitedForLeavesNothingLocked() {
		TransactionalOperator transaction = application.bean(TransactionalOperator.class);
		AtomicReference<TransactionSynchronizationManager> manager = new AtomicReference<>();
		Lease held = application.other().locks().acquire("tx:a");
		CompletableFuture<String> result = transaction
			.transactional(TransactionSynchronizationManager.forCurrentTransaction()
				.doOnNext(manager::set)
				.then(this.service.locked("a")))
			.toFuture();
		application.other().awaitWaiters("tx:a", 1);
		manager.get().clearSynchronization();
		held.close();
		assertThat(result).failsWithin(Duration.ofSeconds(120));
		Awaitility.await().until(() -> application.isFree("tx:a"));
	}

	static class Service {

		@Transactional
		@DistributedLocked(name = "tx", key = "#key")
		public Mono<String> both(String key) {
			return ReactiveLockContext.current().map((lease) -> lease.name());
		}

		@DistributedLocked(name = "tx", key = "#key")
		public Mono<String> locked(String key) {
			return Mono.just(key);
		}

		@DistributedLocked(name = "tx", key = "#key", leaseTime = "200ms")
		public Mono<String> shortly(String key) {
			return Mono.just(key);
		}

		@Transactional
		@DistributedLocked(name = "tx", key = "#key", leaseTime = "200ms", onLost = OnLost.INTERRUPT)
		public Mono<String> endless(String key) {
			return Mono.never();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Transactions {

		@Bean
		RecordingTransactionManager transactionManager() {
			return new RecordingTransactionManager();
		}

		@Bean
		TransactionalOperator transactionalOperator(RecordingTransactionManager manager) {
			return TransactionalOperator.create(manager);
		}

	}

	static class RecordingTransactionManager extends AbstractReactiveTransactionManager {

		private static final long serialVersionUID = 1L;

		@Override
		protected Object doGetTransaction(TransactionSynchronizationManager manager) {
			return new Object();
		}

		@Override
		protected Mono<Void> doBegin(TransactionSynchronizationManager manager, Object transaction,
				TransactionDefinition definition) {
			return Mono.fromRunnable(() -> EVENTS.add("begin"));
		}

		@Override
		protected Mono<Void> doCommit(TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
			return Mono.fromRunnable(() -> {
				freeAtCommit = application.isFree("tx:a");
				EVENTS.add("commit");
			});
		}

		@Override
		protected Mono<Void> doRollback(TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
			return Mono.fromRunnable(() -> EVENTS.add("rollback"));
		}

	}

}
