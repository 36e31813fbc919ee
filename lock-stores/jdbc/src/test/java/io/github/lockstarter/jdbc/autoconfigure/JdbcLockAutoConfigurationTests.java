package io.github.lockstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.LeaderChange;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.StartFailure;
import io.github.lockstarter.autoconfigure.TwoApplications;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.jdbc.DriverConnections;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.jdbc.JdbcSettings;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications that keep their locks in a database.
 */
@Tag("gate")
class JdbcLockAutoConfigurationTests {

	private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcLockAutoConfiguration.class,
				LockAutoConfiguration.class, LockAspectAutoConfiguration.class))
		// the first command on a busy machine loads the classes of the database
		.withPropertyValues("distributed-lock.command-timeout=5s")
		.withClassLoader(new FilteredClassLoader("org.postgresql"));

	@Test
	void applicationWithAnEmbeddedDatabaseNeedsNothingElse() {
		this.application.withUserConfiguration(Service.class).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(JdbcLockStore.class);
			assertThat(context.getBean(LockStore.class).kind()).isEqualTo("jdbc");
			assertThat(ClassUtils.isPresent("io.lettuce.core.RedisClient", null)).as("no Redis is brought").isFalse();
			assertThat(context.getBean(Service.class).token("job")).isPositive();
		});
	}

	@Test
	void twoApplicationsExcludeEachOther() {
		ApplicationContextRunner one = this.application.withPropertyValues("spring.datasource.url=" + this.url,
				"spring.datasource.username=sa");
		one.run((first) -> one.run((second) -> TwoApplications.excludeEachOther(first, second)));
	}

	@Test
	void lockOfABeanIsFreeWhenItsApplicationHasEnded() {
		LeaderChange.happens(this.application.withPropertyValues("spring.datasource.url=" + this.url,
				"spring.datasource.username=sa"));
	}

	@Test
	void lockOfABeanIsFreeWhenItsApplicationHasEndedWhosePoolHasTheLocks() {
		LeaderChange.happens(this.application.withUserConfiguration(Pool.class)
			.withPropertyValues("spring.datasource.url=" + this.url));
	}

	@Test
	void applicationsWithDifferentPrefixesShareATableAndNoLock() {
		ApplicationContextRunner one = this.application.withPropertyValues("spring.datasource.url=" + this.url,
				"spring.datasource.username=sa");
		// a prefix with a colon in it
		one.run((first) -> one.withPropertyValues("distributed-lock.key-prefix=lock:a")
			.run((second) -> TwoApplications.shareNoLock(first, second, "a:job")));
	}

	@Test
	void lockIsNoPartOfTheTransactionOfItsCaller() {
		this.application
			.withPropertyValues("spring.datasource.url=" + this.url, "spring.datasource.username=sa",
					"spring.datasource.hikari.maximum-pool-size=1")
			.run((context) -> {
				DataSource pool = context.getBean(DataSource.class);
				JdbcTemplate jdbc = new JdbcTemplate(pool);
				jdbc.execute("create table work (id int primary key)");
				LockOperations locks = context.getBean(LockOperations.class);
				new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult((transaction) -> {
					jdbc.update("insert into work values (1)");
					// the only connection of the pool is taken
					locks.executeWithoutResult("job", (lease) -> {
						assertThat(locksIn("lease_end is not null")).as("others see it").isEqualTo(1);
						transaction.setRollbackOnly();
					});
				});
				assertThat(jdbc.queryForObject("select count(*) from work", Integer.class)).isZero();
				assertThat(locksIn("lease_end is null")).as("known, and free").isEqualTo(1);
			});
	}

	@Test
	void driverThatOnlyThePropertyNamesIsUsed() {
		this.application
			// the pool, which would load the driver, is not there yet
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withPropertyValues("spring.datasource.url=" + this.url.replace("jdbc:", "jdbc:wrapped:"),
					"spring.datasource.username=sa",
					"spring.datasource.driver-class-name=" + WrappingDriver.class.getName(),
					"distributed-lock.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context.getBean(LockOperations.class).tryAcquire("job")).isPresent());
	}

	@Test
	void ownStoreComesFirst() {
		this.application.withUserConfiguration(OwnStore.class).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(LockStore.class);
			assertThat(context).doesNotHaveBean("distributedLockStarterJdbcStore")
				.doesNotHaveBean("distributedLockStarterStoreOfTheBuild");
		});
	}

	@Test
	void locksHaveADatabaseOfTheirOwnIfItIsSaid() {
		this.application
			.withPropertyValues("distributed-lock.jdbc.url=" + this.url, "distributed-lock.jdbc.username=sa",
					"distributed-lock.jdbc.table-prefix=own_locks")
			.run((context) -> {
				context.getBean(LockOperations.class).executeWithoutResult("job", (lease) -> {
				});
				assertThat(count("own_locks", "1 = 1")).isEqualTo(1);
			});
	}

	@Test
	void qualifiedDataSourceIsUsed() {
		this.application.withUserConfiguration(Qualified.class).run((context) -> {
			context.getBean(LockOperations.class).executeWithoutResult("job", (lease) -> {
			});
			try (Connection connection = DriverManager.getConnection(Qualified.URL, "sa", "")) {
				assertThat(count(connection, "distributed_lock", "1 = 1")).isEqualTo(1);
			}
		});
	}

	@Test
	void credentialsThatSpringBootRotatesAreUsedForTheNextConnection() {
		this.application.withBean(RotatedDetails.class, () -> new RotatedDetails(this.url)).run((context) -> {
			RotatedDetails details = context.getBean(RotatedDetails.class);
			rotate(context, "first", "second", details::password);
			rotate(context, "second", "third", details::password);
		});
	}

	@Test
	void credentialsThatThePoolWasGivenAreUsedForTheNextConnection() {
		this.application
			.withPropertyValues("spring.datasource.url=" + this.url, "spring.datasource.username=sa",
					"spring.datasource.password=first")
			.run((context) -> rotate(context, "first", "second",
					context.getBean(HikariDataSource.class).getHikariConfigMXBean()::setPassword));
	}

	@Test
	void propertiesThatChangeAreUsedForTheNextConnection() {
		Map<String, Object> vault = new ConcurrentHashMap<>(Map.of("db.password", "first"));
		this.application
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("vault", vault)))
			.withPropertyValues("distributed-lock.jdbc.url=" + this.url, "distributed-lock.jdbc.username=sa",
					"distributed-lock.jdbc.password=${db.password}")
			.run((context) -> rotate(context, "first", "second", (password) -> vault.put("db.password", password)));
	}

	/**
	 * The database gets another password, and ends all connections.
	 */
	private void rotate(ApplicationContext context, String from, String to, Consumer<String> rotation)
			throws SQLException {
		LockOperations locks = context.getBean(LockOperations.class);
		assertThat(locks.execute("before", Lease::fencingToken)).isPositive();
		try (Connection administrator = DriverManager.getConnection(this.url, "sa", from);
				Statement statement = administrator.createStatement()) {
			rotation.accept(to);
			statement.execute("alter user sa set password '" + to + "'");
			statement.execute("select abort_session(session_id) from information_schema.sessions "
					+ "where session_id <> session_id()");
		}
		assertThat(locks.execute(LockRequest.of("after").waitTime(Duration.ofMinutes(1)), Lease::fencingToken))
			.isPositive();
	}

	@Test
	@Timeout(120)
	void lockWithoutALimitEndsWithAWrongPassword() throws SQLException {
		DriverManager.getConnection(this.url, "sa", "right").close();
		this.application
			.withPropertyValues("distributed-lock.jdbc.url=" + this.url, "distributed-lock.jdbc.username=sa",
					"distributed-lock.jdbc.password=wrong")
			.run((context) -> {
				LeaseLock lock = LeaseLock.of(context.getBean(LockOperations.class), LockRequest.of("job"));
				assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(lock::lock)
					.withMessageContaining("Wrong user name or password");
			});
	}

	@Test
	void startSaysHowToMakeTheTables() {
		FailureAnalysis analysis = StartFailure
			.of(this.application.withPropertyValues("distributed-lock.jdbc.initialize-schema=never"));
		assertThat(analysis.getCause()).isInstanceOf(LockStartException.class)
			.hasRootCauseInstanceOf(SQLException.class);
		assertThat(analysis.getDescription()).contains("distributed_lock_client");
		assertThat(analysis.getAction()).contains("initialize-schema=always",
				"create table if not exists distributed_lock (id ");
	}

	@Test
	void tableOfAnotherVersionIsRefusedAtTheStart() throws SQLException {
		try (Connection connection = DriverManager.getConnection(this.url, "sa", "");
				Statement statement = connection.createStatement()) {
			statement.execute("create table distributed_lock (id varchar(64) primary key, state clob)");
		}
		FailureAnalysis analysis = StartFailure.of(this.application
			.withPropertyValues("distributed-lock.jdbc.url=" + this.url, "distributed-lock.jdbc.username=sa"));
		assertThat(analysis.getAction()).contains("another version");
	}

	@Test
	void databaseWithoutANameIsRefusedAtTheStart() {
		FailureAnalysis analysis = StartFailure
			.of(this.application.withPropertyValues("spring.datasource.url=jdbc:h2:mem:"));
		assertThat(analysis.getDescription()).contains("has no name").endsWith("each other.");
		assertThat(analysis.getAction()).startsWith("Name it, such as jdbc:h2:mem:locks;DB_CLOSE_DELAY=-1. ");
	}

	@Test
	void startWithoutADatabaseSaysWhatToSet() {
		FailureAnalysis analysis = StartFailure.of(new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JdbcLockAutoConfiguration.class, LockAutoConfiguration.class)));
		assertThat(analysis.getAction()).contains("distributed-lock.jdbc.url");
	}

	@Test
	void databaseThatIsAwayDoesNotFailTheStart() {
		this.application
			.withPropertyValues("distributed-lock.jdbc.url=jdbc:h2:tcp://127.0.0.1:9/none",
					"distributed-lock.start-timeout=1s")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				LockStore store = context.getBean(LockStore.class);
				Awaitility.await().untilAsserted(() -> assertThat(store.state().commands().trouble()).isNotBlank());
			});
	}

	private long locksIn(String condition) {
		return count("distributed_lock", condition);
	}

	private long count(String table, String condition) {
		try (Connection connection = DriverManager.getConnection(this.url, "sa", "")) {
			return count(connection, table, condition);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static long count(Connection connection, String table, String condition) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("select count(*) from " + table + " where " + condition)) {
			result.next();
			return result.getLong(1);
		}
	}

	@Configuration(proxyBeanMethods = false)
	public static class Service {

		@DistributedLocked(key = "#name")
		public long token(String name) {
			return LockContext.current().orElseThrow().fencingToken();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnStore {

		@Bean
		LockStore ownStore() {
			return new JdbcLockStore(new DriverConnections("jdbc:h2:mem:own;DB_CLOSE_DELAY=-1", "sa", ""),
					JdbcSettings.defaults(), LockSettings.defaults(), "lock", "test",
					new ThreadRuntime(new SystemLockClock()));
		}

	}

	/**
	 * A pool that is closed when it is destroyed.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Pool {

		@Bean
		@LockDataSource
		HikariDataSource locks(Environment environment) {
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl(environment.getProperty("spring.datasource.url"));
			pool.setUsername("sa");
			return pool;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Qualified {

		static final String URL = "jdbc:h2:mem:qualified;DB_CLOSE_DELAY=-1";

		@Bean
		DataSource application() {
			return new DriverManagerDataSource("jdbc:h2:mem:application");
		}

		@Bean
		@LockDataSource
		DataSource locks() {
			return new DriverManagerDataSource(URL, "sa", "");
		}

	}

	/**
	 * What an application has whose credentials come from elsewhere, such as a vault.
	 */
	private static final class RotatedDetails implements JdbcConnectionDetails {

		private final String url;

		private volatile String password = "first";

		RotatedDetails(String url) {
			this.url = url;
		}

		void password(String next) {
			this.password = next;
		}

		@Override
		public String getUsername() {
			return "sa";
		}

		@Override
		public String getPassword() {
			return this.password;
		}

		@Override
		public String getJdbcUrl() {
			return this.url;
		}

	}

}
