package io.github.lockstarter.aspect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import javax.sql.DataSource;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.autoconfigure.SharedApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Transactions that begin inside locked work: with {@code @Transactional} on the same
 * method, and with a template inside.
 */
@ExtendWith(OutputCaptureExtension.class)
class TransactionBegunUnderLockTests {

	@AutoClose
	private static SharedApplication application;

	@BeforeAll
	static void start() {
		application = new SharedApplication(TransactionalApplication.with(Accounts.class));
	}

	@Test
	void transactionOfTheSameMethodEndsBeforeTheLock(CapturedOutput output) {
		// one that has not warned of anything yet
		TransactionalApplication.with(Accounts.class).run((context) -> {
			App app = App.of(context);
			List<String> seen = new ArrayList<>();
			app.accounts.runInTransaction(
					() -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

						@Override
						public void afterCompletion(int status) {
							seen.add("completed, locked: " + app.locks.isHeld("transactional"));
						}

					}));
			assertThat(seen).containsExactly("completed, locked: true");
			assertThat(app.locks.requestedNames()).containsExactly("transactional");
			assertThat(app.locks.isHeld("transactional")).isFalse();
			assertThat(output).doesNotContain("inside an open transaction");
		});
	}

	@Test
	void newTransactionOfTheSameMethodEndsBeforeTheLock() {
		run((app) -> {
			app.accounts.addInNewTransaction("ann");
			assertThat(app.accounts.count()).isOne();
			assertThat(app.locks.requestedNames()).containsExactly("new");
			assertThat(app.locks.events()).containsExactly("acquired new", "freed new");
		});
	}

	@Test
	void methodThatSupportsNoTransactionIsLockedAsAnyOther() {
		run((app) -> {
			app.accounts.runWithoutTransaction(() -> assertThat(app.locks.isHeld("none")).isTrue());
			assertThat(app.locks.events()).containsExactly("acquired none", "freed none");
		});
	}

	@Test
	void failureOfTheSameMethodRollsBackAndReleases() {
		run((app) -> {
			assertThatIllegalStateException().isThrownBy(() -> app.accounts.addInTransaction("ann", true));
			assertThat(app.accounts.count()).isZero();
			assertThat(app.locks.isHeld("transactional")).isFalse();
		});
	}

	@Test
	void leaseLostBeforeTheCommitRollsBackTheSameMethod() {
		run((app) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> app.accounts.runInTransaction(() -> app.locks.lose("transactional")));
			assertThat(app.accounts.count()).isZero();
		});
	}

	@Test
	void leaseLostBeforeTheCommitRollsBackATemplateInside() {
		run((app) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> app.locks.executeWithoutResult("outside", (lease) -> app.transaction
					.executeWithoutResult((status) -> app.accounts.run(() -> app.locks.lose("outside")))));
			assertThat(app.accounts.count()).isZero();
		});
	}

	@Test
	void outerLeaseLostBeforeTheCommitRollsBackToo() {
		run((app) -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.locks.executeWithoutResult("outer",
					(lease) -> app.accounts.runInTransaction(() -> app.locks.lose("outer"))));
			assertThat(app.accounts.count()).isZero();
		});
	}

	@Test
	void leaseThatTheApplicationClosedItselfDoesNotRollBack() {
		run((app) -> app.locks.executeWithoutResult("early", (lease) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.withoutTransactionAround(() -> {
				});
				lease.release();
			});
			assertThat(LockContext.current()).contains(lease);
		}));
	}

	@Test
	void transactionOutsideLockedWorkIsLeftAlone() {
		run((app) -> app.transaction.executeWithoutResult(
				(status) -> assertThat(TransactionSynchronizationManager.getSynchronizations()).isEmpty()));
	}

	@Test
	void transactionWithoutSynchronizationIsLeftAlone() {
		run((app) -> app.locks.executeWithoutResult("lock", (lease) -> {
			TransactionTemplate bare = new TransactionTemplate(app.withoutSynchronization);
			bare.executeWithoutResult(
					(status) -> assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse());
		}));
	}

	@Test
	void everyTransactionManagerChecksLeasesOnce() {
		assertThat(application.bean(ConfigurableTransactionManager.class).getTransactionExecutionListeners())
			.hasOnlyElementsOfType(LeaseCheckingTransactionListener.class)
			.hasSize(1);
	}

	@Test
	void listenerAfterTheCommitRunsUnderTheLock() {
		TransactionalApplication.with(Accounts.class, Listener.class).run((context) -> {
			App app = App.of(context);
			Listener listener = context.getBean(Listener.class);
			app.accounts.runInTransaction(() -> context.publishEvent("transactional"));
			app.transaction.executeWithoutResult((status) -> app.accounts.run(() -> context.publishEvent("run")));
			assertThat(listener.seen()).containsExactly("transactional: true", "run: true");
		});
	}

	private static void run(Consumer<App> test) {
		App app = App.of(application.context());
		app.locks.reset();
		app.accounts.clear();
		test.accept(app);
	}

	record App(Accounts accounts, RecordingLockOperations locks, TransactionTemplate transaction,
			JdbcTransactionManager withoutSynchronization) {

		static App of(ApplicationContext context) {
			var bare = new JdbcTransactionManager(context.getBean(DataSource.class));
			bare.setTransactionSynchronization(JdbcTransactionManager.SYNCHRONIZATION_NEVER);
			bare.addListener(new LeaseCheckingTransactionListener());
			return new App(context.getBean(Accounts.class), context.getBean(RecordingLockOperations.class),
					context.getBean(TransactionTemplate.class), bare);
		}

	}

	static class Listener {

		private final RecordingLockOperations locks;

		private final List<String> seen = new ArrayList<>();

		Listener(RecordingLockOperations locks) {
			this.locks = locks;
		}

		List<String> seen() {
			return this.seen;
		}

		@TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
		void on(String lock) {
			this.seen.add(lock + ": " + this.locks.isHeld(lock));
		}

	}

}
