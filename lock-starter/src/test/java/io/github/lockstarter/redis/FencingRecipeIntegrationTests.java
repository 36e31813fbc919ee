package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.UUID;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The recipe of docs/transactions.md: the first statement of the transaction takes the
 * row with its fencing token, and a stale holder takes none.
 */
@Timeout(120)
class FencingRecipeIntegrationTests {

	private final DriverManagerDataSource database = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	private final JdbcTemplate jdbc = new JdbcTemplate(this.database);

	private final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.database));

	private final String name = "stock:" + UUID.randomUUID();

	@BeforeEach
	void create() {
		this.jdbc.execute("create table stock (id int primary key, amount int, fence bigint not null)");
		this.jdbc.update("insert into stock values (7, 10, 0)");
	}

	@Test
	void holderThatWasPausedPastItsLeaseLosesNoUpdateOfTheNext() {
		try (LockInstance first = LockInstance.on(TestRedis.shared());
				LockInstance second = LockInstance.on(TestRedis.shared())) {
			Lease paused = first.locks().acquire(LockRequest.of(this.name).leaseTime(Duration.ofMillis(100)));
			int readBeforeThePause = amount();
			Awaitility.await().until(() -> !paused.isHeld());
			try (Lease next = second.locks().acquire(this.name)) {
				write(next, amount() - 1);
			}
			assertThatIllegalStateException().isThrownBy(() -> write(paused, readBeforeThePause - 1))
				.withMessageContaining("stale");
			paused.release();
		}
		assertThat(amount()).isEqualTo(9);
	}

	@Test
	void holderWritesAsOftenAsItLikes() {
		try (LockInstance instance = LockInstance.on(TestRedis.shared());
				Lease lease = instance.locks().acquire(this.name)) {
			write(lease, 9);
			write(lease, 8);
		}
		assertThat(amount()).isEqualTo(8);
	}

	private void write(Lease lease, int amount) {
		long token = lease.fencingToken();
		this.transaction.executeWithoutResult((status) -> {
			if (this.jdbc.update("update stock set fence = ? where id = 7 and fence <= ?", token, token) == 0) {
				throw new IllegalStateException("a stale holder");
			}
			this.jdbc.update("update stock set amount = ? where id = 7", amount);
		});
	}

	private int amount() {
		Integer amount = this.jdbc.queryForObject("select amount from stock where id = 7", Integer.class);
		return (amount != null) ? amount : -1;
	}

}
