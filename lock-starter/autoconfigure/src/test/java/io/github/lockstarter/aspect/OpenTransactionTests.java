package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.autoconfigure.SharedApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Locked methods that are called inside a transaction of their caller, with Spring's
 * transaction manager on a real database.
 */
@ExtendWith(OutputCaptureExtension.class)
class OpenTransactionTests {

	@AutoClose
	private static SharedApplication application;

	@BeforeAll
	static void start() {
		application = new SharedApplication(TransactionalApplication.with(Accounts.class));
	}

	@Test
	void lockIsKeptUntilTheTransactionOfTheCallerHasCommitted() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.add("ann");
				assertThat(app.locks.isHeld("add")).isTrue();
			});
			assertThat(app.locks.isHeld("add")).isFalse();
			assertThat(app.accounts.count()).isOne();
			assertThat(app.locks.events()).containsExactly("acquired add", "freed add");
		});
	}

	@Test
	void lockIsKeptWhileCallbacksAfterTheTransactionRun() {
		run((app) -> {
			List<String> seen = new ArrayList<>();
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.add("ann");
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCommit() {
						seen.add("after commit: " + app.locks.isHeld("add"));
					}

					@Override
					public void afterCompletion(int status) {
						seen.add("after completion: " + app.locks.isHeld("add"));
					}

				});
			});
			assertThat(seen).containsExactly("after commit: true", "after completion: true");
		});
	}

	@Test
	void rollbackReleasesWithoutMinimumHold() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.addOnce("ann");
				status.setRollbackOnly();
			});
			assertThat(app.locks.events()).containsExactly("acquired once", "freed once");
			assertThat(app.accounts.count()).isZero();
		});
	}

	@Test
	void commitAppliesTheMinimumHold() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> app.accounts.addOnce("ann"));
			assertThat(app.locks.events()).containsExactly("acquired once", "kept once");
			assertThat(app.locks.requests()).containsExactly(LockRequest.of("once"),
					LockRequest.of("once").minHold(Duration.ofMinutes(1)));
		});
	}

	@Test
	void failedBodyReleasesWithoutMinimumHoldEvenIfTheCallerCommits() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				assertThatIllegalStateException().isThrownBy(() -> app.accounts.failOnce());
				assertThat(app.locks.isHeld("once")).isTrue();
			});
			assertThat(app.locks.events()).containsExactly("acquired once", "freed once");
			assertThat(app.accounts.count()).isOne();
		});
	}

	@Test
	void leaseLostBeforeTheCommitRollsBack() {
		run((app) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> app.transaction.executeWithoutResult((status) -> {
					app.accounts.add("ann");
					app.locks.lose("add");
				}));
			assertThat(app.accounts.count()).isZero();
			assertThat(app.locks.events()).containsExactly("acquired add", "freed add");
		});
	}

	@Test
	void leaseLostInTheBodyRollsBackEvenIfTheCallerCatchesIt() {
		run((app) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> app.transaction.executeWithoutResult((status) -> {
					try {
						app.accounts.run(() -> app.locks.lose("run"));
					}
					catch (LockLostException ex) {
						// goes on all the same
					}
				}));
			assertThat(app.locks.events()).containsExactly("acquired run", "freed run");
		});
	}

	@Test
	void participatingMethodThatFailsReleasesWithTheTransactionOfTheCaller() {
		run((app) -> {
			assertThatExceptionOfType(UnexpectedRollbackException.class)
				.isThrownBy(() -> app.transaction.executeWithoutResult((status) -> assertThatIllegalStateException()
					.isThrownBy(() -> app.accounts.addInTransaction("ann", true))));
			assertThat(app.locks.events()).containsExactly("acquired transactional", "freed transactional");
			assertThat(app.accounts.count()).isZero();
		});
	}

	@Test
	void lockOfRequiresNewIsKeptUntilTheTransactionOfTheCaller() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.addInNewTransaction("ann");
				assertThat(app.locks.isHeld("new")).isTrue();
				status.setRollbackOnly();
			});
			assertThat(app.accounts.count()).isOne();
			assertThat(app.locks.isHeld("new")).isFalse();
		});
	}

	@Test
	void lockOfNotSupportedIsKeptUntilTheTransactionOfTheCaller() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.runWithoutTransaction(() -> assertThat(app.locks.isHeld("none")).isTrue());
				assertThat(app.locks.isHeld("none")).isTrue();
			});
			assertThat(app.locks.isHeld("none")).isFalse();
		});
	}

	@Test
	void lockTakenInASuspendedTransactionReleasesAtOnce() {
		run((app) -> app.transaction.executeWithoutResult((status) -> {
			app.accounts.withoutTransactionAround(() -> {
				app.accounts.add("ann");
				assertThat(app.locks.isHeld("add")).isFalse();
			});
			assertThat(app.locks.isHeld("add")).isFalse();
		}));
	}

	@Test
	void lockIsReleasedWithTheBodyWhereThePropertySaysSo() {
		another().withPropertyValues("distributed-lock.release-after-transaction=false").run((context) -> {
			App app = App.of(context);
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.add("ann");
				assertThat(app.locks.isHeld("add")).isFalse();
			});
		});
	}

	@Test
	void oneWarningPerMethodThatTakesItsLockInsideATransaction(CapturedOutput output) {
		another().run((context) -> {
			App app = App.of(context);
			app.transaction.executeWithoutResult((status) -> {
				app.accounts.add("ann");
				app.accounts.add("bob");
			});
		});
		assertThat(output).containsOnlyOnce("Accounts.add(String) takes its lock inside an open transaction");
	}

	@Test
	void noWarningWhereTheTransactionBeganUnderTheSameLock(CapturedOutput output) {
		another().run((context) -> {
			App app = App.of(context);
			app.accounts.run(() -> app.transaction.executeWithoutResult((status) -> app.accounts.run(() -> {
			})));
		});
		assertThat(output).doesNotContain("inside an open transaction");
	}

	private static void run(Consumer<App> test) {
		App app = App.of(application.context());
		app.locks.reset();
		app.accounts.clear();
		test.accept(app);
	}

	/**
	 * One with other properties, or one that has not warned of anything yet.
	 */
	private static ApplicationContextRunner another() {
		return TransactionalApplication.with(Accounts.class);
	}

	record App(Accounts accounts, RecordingLockOperations locks, TransactionTemplate transaction) {

		static App of(ApplicationContext context) {
			return new App(context.getBean(Accounts.class), context.getBean(RecordingLockOperations.class),
					context.getBean(TransactionTemplate.class));
		}

	}

}
