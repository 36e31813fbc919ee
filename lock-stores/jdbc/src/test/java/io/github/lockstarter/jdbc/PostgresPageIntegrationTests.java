package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestPostgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the page about this store says to an administrator of PostgreSQL is enough, for a
 * user that may do nothing else.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("any-jdk")
class PostgresPageIntegrationTests {

	private static final JdbcSettings SETTINGS = new JdbcSettings("distributed_lock", SchemaMode.NEVER, 2,
			Duration.ofMillis(20));

	private final JdbcPage page = new JdbcPage();

	private final ConnectionSource admin = SharedPostgres.source();

	private final ConnectionSource user = new DriverConnections(TestPostgres.shared().url().replaceAll("\\?.*", ""),
			"app", "secret");

	@BeforeEach
	void makeTheTables() throws SQLException {
		JdbcContract.execute(this.admin, "create role app login password 'secret'");
		for (String sql : this.page.tables("PostgreSQL")) {
			JdbcContract.execute(this.admin, sql);
		}
		for (String sql : this.page.sql("grant")) {
			JdbcContract.execute(this.admin, sql);
		}
	}

	@AfterEach
	void dropTheUser() throws SQLException {
		JdbcContract.execute(this.admin, "drop owned by app");
		JdbcContract.execute(this.admin, "drop role app");
	}

	@Test
	void rightsAreEnoughForAHandOver() {
		LockTemplate one = instance();
		LockTemplate other = instance();
		try {
			CompletableFuture<Long> next;
			long first;
			try (Lease lease = one.acquire("page:rights")) {
				first = lease.fencingToken();
				next = CompletableFuture.supplyAsync(() -> token(other));
				Awaitility.await().until(() -> one.describe("page:rights").orElseThrow().waiters() == 1);
			}
			assertThat(next.join()).isGreaterThan(first);
			assertThat(one.forceRelease("page:rights")).isFalse();
		}
		finally {
			one.stop();
			other.stop();
		}
	}

	private static long token(LockOperations locks) {
		try (Lease lease = locks.acquire(LockRequest.of("page:rights").waitTime(Duration.ofSeconds(60)))) {
			return lease.fencingToken();
		}
	}

	private LockTemplate instance() {
		LockTemplate instance = new LockTemplate(
				new JdbcLockStore(this.user, SETTINGS, JdbcContract.SETTINGS, "lock", "page",
						new ThreadRuntime(new SystemLockClock())),
				JdbcContract.SETTINGS, new ThreadRuntime(new SystemLockClock()), List.of());
		instance.start();
		return instance;
	}

	@Test
	void userWithoutRightsIsToldSoAtTheStart() throws SQLException {
		JdbcContract.execute(this.admin, "drop owned by app");
		assertThatExceptionOfType(LockStartException.class).isThrownBy(this::instance)
			.withMessageContaining("The tables of the locks (distributed_lock, ")
			.withMessageContaining("permission denied");
	}

	@Test
	void whoMayNotSayThatItIsThereIsTold(CapturedOutput log) throws SQLException {
		JdbcContract.execute(this.admin, "revoke insert, update, delete on distributed_lock_client from app");
		LockTemplate locks = instance();
		try {
			assertThat(log).contains("cannot be used: ERROR: permission denied for table distributed_lock_client");
		}
		finally {
			locks.stop();
		}
	}

	@Test
	void userWhoMayNotChangeLocksIsToldSoAtOnce() throws SQLException {
		JdbcContract.execute(this.admin, "revoke insert, update, delete on distributed_lock from app");
		LockTemplate locks = instance();
		try {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> locks.acquire(LockRequest.of("page:rights").waitTime(Duration.ofHours(1))))
				.withMessageContaining("permission denied for table distributed_lock");
		}
		finally {
			locks.stop();
		}
	}

	@Test
	void messagesMayBeLookedForUnderTheseRights() throws SQLException {
		JdbcContract.execute(this.user,
				"insert into distributed_lock_message (client, body, sent) values ('x', 'y', 0)");
		JdbcContract.execute(this.user, "delete from distributed_lock_message where client = 'x'");
	}

	@Test
	void queryForPeopleTellsTheHolder() throws SQLException {
		JdbcContract.execute(this.admin, "delete from distributed_lock");
		JdbcPageTests.assertHolderIsTold(this.page, this.admin);
	}

}
