package io.github.lockstarter.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

import javax.sql.DataSource;

import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.integration.LockIntegrationAutoConfiguration;
import io.github.lockstarter.autoconfigure.shedlock.LockShedLockAutoConfiguration;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.documentation.DirectoryLockStore;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Locks that an application acquires itself inside an open transaction, with Spring's
 * transaction manager on a real database.
 */
@Timeout(120)
class ReleaseAfterTransactionTests {

	private static final LockRequest REQUEST = LockRequest.of("stock");

	@TempDir
	private static Path directory;

	@AutoClose
	private static SharedApplication application;

	@BeforeAll
	static void start() {
		application = new SharedApplication(application());
	}

	private static ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, LockAutoConfiguration.class,
					LockAsyncAutoConfiguration.class, LockAspectAutoConfiguration.class,
					LockIntegrationAutoConfiguration.class, LockShedLockAutoConfiguration.class))
			.withBean(LockStore.class,
					() -> new DirectoryLockStore(directory, LockSettings.defaults(),
							new ThreadRuntime(new SystemLockClock())))
			.withUserConfiguration(Transactions.class);
	}

	@Test
	void actionKeepsItsLockUntilTheTransactionHasCompleted() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.locks.executeWithoutResult(REQUEST, (lease) -> app.insert());
				assertThat(app.isRefusedToOthers()).isTrue();
			});
			assertThat(app.isRefusedToOthers()).isFalse();
			assertThat(app.rows()).isOne();
		});
	}

	@Test
	void closedLeaseKeepsItsLockUntilTheTransactionHasCompleted() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				try (Lease lease = app.locks.acquire(REQUEST)) {
					app.insert();
				}
				assertThat(app.isRefusedToOthers()).isTrue();
			});
			assertThat(app.isRefusedToOthers()).isFalse();
		});
	}

	@Test
	void leaseFromBeforeTheTransactionThatIsClosedInsideKeepsItsLock() {
		run((app) -> {
			Lease lease = app.locks.acquire(REQUEST);
			app.transaction.executeWithoutResult((status) -> {
				app.insert();
				lease.close();
				assertThat(lease.isHeld()).isFalse();
				assertThat(app.isRefusedToOthers()).isTrue();
			});
			assertThat(app.isRefusedToOthers()).isFalse();
		});
	}

	@Test
	void leaseOnSeveralLocksKeepsAllOfThem() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				try (Lease lease = app.locks.acquire(LockRequest.ofAll("stock", "other"))) {
					app.insert();
				}
				assertThat(app.isRefusedToOthers()).isTrue();
				assertThat(app.locks.describe("other")).isPresent();
			});
			assertThat(app.isRefusedToOthers()).isFalse();
			assertThat(app.locks.describe("other")).isEmpty();
		});
	}

	@Test
	void sameThreadEntersAgainWhatTheTransactionKeeps() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.locks.executeWithoutResult(REQUEST, (lease) -> app.insert());
				app.locks.executeWithoutResult(REQUEST.noWait(), (lease) -> app.insert());
			});
			assertThat(app.isRefusedToOthers()).isFalse();
			assertThat(app.rows()).isEqualTo(2);
		});
	}

	@Test
	void unlockKeepsTheLockUntilTheTransactionHasCompleted() {
		run((app) -> {
			Lock lock = LeaseLock.of(app.locks, REQUEST);
			app.transaction.executeWithoutResult((status) -> {
				lock.lock();
				lock.unlock();
				assertThat(app.isRefusedToOthers()).isTrue();
			});
			assertThat(app.isRefusedToOthers()).isFalse();
		});
	}

	@Test
	void lockOfTheRegistryIsKeptUntilTheTransactionHasCompleted() {
		run((app) -> {
			Lock lock = app.registry.obtain("stock");
			app.transaction.executeWithoutResult((status) -> {
				lock.lock();
				lock.unlock();
				assertThat(app.locks.describe("integration:stock")).isPresent();
			});
			assertThat(app.locks.describe("integration:stock")).isEmpty();
		});
	}

	@Test
	void lockOfShedLockIsKeptUntilTheTransactionHasCompleted() {
		run((app) -> {
			app.transaction.executeWithoutResult((status) -> {
				app.provider.lock(new LockConfiguration(Instant.now(), "job", Duration.ofMinutes(5), Duration.ZERO))
					.orElseThrow()
					.unlock();
				assertThat(app.locks.describe("shedlock:job")).isPresent();
			});
			assertThat(app.locks.describe("shedlock:job")).isEmpty();
		});
	}

	@Test
	void lockThatIsLostAfterItsCloseRollsTheTransactionBack() {
		run((app) -> {
			CompletableFuture<Void> lost = new CompletableFuture<>();
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> app.transaction.executeWithoutResult((status) -> {
					app.locks.executeWithoutResult(REQUEST, (lease) -> {
						lease.onLost(() -> lost.complete(null));
						app.insert();
					});
					app.locks.forceRelease("stock");
					assertThat(lost).succeedsWithin(Duration.ofSeconds(60));
				}));
			assertThat(app.rows()).isZero();
		});
	}

	@Test
	void minimumHoldIsOfWorkThatWasCommitted() {
		run((app) -> {
			LockRequest once = LockRequest.of("once").minHold(Duration.ofDays(1));
			app.transaction.executeWithoutResult((status) -> {
				app.locks.executeWithoutResult(once, (lease) -> app.insert());
				status.setRollbackOnly();
			});
			assertThat(app.locks.describe("once")).isEmpty();
			app.transaction.executeWithoutResult((status) -> assertThatIllegalStateException()
				.isThrownBy(() -> app.locks.executeWithoutResult(once, (lease) -> {
					throw new IllegalStateException();
				})));
			assertThat(app.locks.describe("once")).isEmpty();
			app.transaction
				.executeWithoutResult((status) -> app.locks.executeWithoutResult(once, (lease) -> app.insert()));
			assertThat(app.locks.describe("once")).isPresent();
			app.locks.forceRelease("once");
		});
	}

	@Test
	void transactionUnderTheLockChangesNothing() {
		run((app) -> {
			app.locks.executeWithoutResult(REQUEST,
					(lease) -> app.transaction.executeWithoutResult((status) -> app.insert()));
			assertThat(app.isRefusedToOthers()).isFalse();
		});
	}

	@Test
	void everyLockIsReleasedAtItsCloseWhereThePropertySaysSo() {
		application().withPropertyValues("distributed-lock.release-after-transaction=false").run((context) -> {
			App app = App.of(context);
			app.transaction.executeWithoutResult((status) -> {
				app.locks.executeWithoutResult(REQUEST, (lease) -> app.insert());
				assertThat(app.isRefusedToOthers()).isFalse();
				app.provider.lock(new LockConfiguration(Instant.now(), "job", Duration.ofMinutes(5), Duration.ZERO))
					.orElseThrow()
					.unlock();
				assertThat(app.locks.describe("shedlock:job")).isEmpty();
			});
		});
	}

	private static void run(Consumer<App> test) {
		test.accept(App.of(application.context()));
	}

	record App(LockOperations locks, LockRegistry<?> registry, LockProvider provider, TransactionTemplate transaction,
			JdbcTemplate jdbc) {

		static App of(ApplicationContext context) {
			App app = new App(context.getBean(LockOperations.class), context.getBean(LockRegistry.class),
					context.getBean(LockProvider.class), context.getBean(TransactionTemplate.class),
					context.getBean(JdbcTemplate.class));
			app.jdbc.execute("drop table if exists stock");
			app.jdbc.execute("create table stock (id int)");
			return app;
		}

		void insert() {
			this.jdbc.update("insert into stock values (1)");
		}

		long rows() {
			return this.jdbc.queryForObject("select count(*) from stock", Long.class);
		}

		boolean isRefusedToOthers() {
			return CompletableFuture
				.supplyAsync(() -> this.locks.tryAcquire(REQUEST.noWait()).map(App::closed).isEmpty())
				.join();
		}

		private static String closed(Lease lease) {
			lease.close();
			return lease.name();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Transactions {

		@Bean
		DataSource dataSource() {
			return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
		}

		@Bean
		JdbcTemplate jdbcTemplate(DataSource dataSource) {
			return new JdbcTemplate(dataSource);
		}

		@Bean
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		TransactionTemplate transactionTemplate(PlatformTransactionManager transactionManager) {
			return new TransactionTemplate(transactionManager);
		}

	}

}
