package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.store.StoreState.Condition;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the log says of a database that cannot be used.
 */
@ExtendWith(OutputCaptureExtension.class)
class OutagesTests {

	private static final String WARNING = "cannot be used: the database is away";

	private static final String OVER = "can be reached again";

	private final Door door = new Door(
			new DriverConnections("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));

	private final JdbcLockStore store = JdbcContract.store(this.door);

	@AfterEach
	void stop() {
		this.store.stop();
	}

	@Test
	void outageOfAllConnectionsIsToldOnceAndThatItIsOver(CapturedOutput log) {
		start();
		await(() -> this.door.opened.size() == 2);
		assertThat(log).doesNotContain(WARNING).doesNotContain(OVER);
		this.door.shut();
		useAll();
		int refused = this.door.refused;
		await(() -> log.toString().contains(WARNING) && this.door.refused > refused + 5);
		assertThat(log.toString().split(WARNING)).as("one warning").hasSize(2);
		assertThat(log).contains("H2 at ").doesNotContain(OVER);
		this.door.open();
		await(() -> log.toString().contains(OVER));
		assertThat(log.toString().split(OVER)).as("one line").hasSize(2);
		this.door.shut();
		useAll();
		await(() -> log.toString().split(WARNING).length == 3);
	}

	@Test
	void databaseThatIsAwayAtTheStartIsTold(CapturedOutput log) {
		this.door.shut();
		start();
		assertThat(log).contains("The database at ").contains(WARNING);
		this.door.open();
		await(() -> log.toString().contains(OVER));
	}

	@Test
	void connectionThatIsMadeAnewAtOnceIsNoOutage(CapturedOutput log) {
		start();
		await(() -> this.door.opened.size() == 2);
		this.door.breakAll();
		await(() -> {
			// one of them may be quick enough to have all of it
			useAll();
			return this.door.opened.size() == 4 && this.store.state().commands().condition() == Condition.UP;
		});
		assertThat(log).doesNotContain("cannot be used").doesNotContain(OVER);
	}

	@Test
	void missingMessagesAreToldOnceUnlessTheRestIsMissingToo(CapturedOutput log) {
		Outages outages = new Outages(() -> "PostgreSQL");
		outages.begin(this, "it is away");
		outages.deaf(4, "no more connections");
		assertThat(log).doesNotContain("listen");
		outages.end(this);
		outages.deaf(1, "no more connections");
		assertThat(log).as("it may just come back").doesNotContain("listen");
		outages.deaf(3, "no more connections");
		outages.deaf(4, "no more connections");
		assertThat(log.toString().split("PostgreSQL does not let this instance listen: no more connections"))
			.hasSize(2);
		outages.hears();
		outages.hears();
		assertThat(log.toString().split("Messages from PostgreSQL are received again")).hasSize(2);
	}

	private void start() {
		this.store.start(new Deaf());
	}

	/**
	 * Each connection has something to do, and finds out.
	 */
	private void useAll() {
		List<CompletableFuture<?>> answers = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			answers.add(this.store.describe("any" + i).toCompletableFuture());
		}
		answers.forEach((answer) -> answer.handle((reply, failure) -> true).join());
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().until(condition);
	}

	/**
	 * Leads to the database, or nowhere.
	 */
	private static final class Door implements ConnectionSource {

		private final ConnectionSource source;

		private final List<Connection> opened = new ArrayList<>();

		private boolean shut;

		private volatile int refused;

		Door(ConnectionSource source) {
			this.source = source;
		}

		@Override
		public synchronized Connection open(String user, Duration timeout) throws SQLException {
			if (this.shut) {
				this.refused++;
				throw new SQLException("the database is away", "08001");
			}
			Connection connection = this.source.open(user, timeout);
			this.opened.add(connection);
			return connection;
		}

		synchronized void shut() {
			this.shut = true;
			breakAll();
		}

		synchronized void open() {
			this.shut = false;
		}

		synchronized void breakAll() {
			for (Connection connection : this.opened) {
				try {
					connection.close();
				}
				catch (SQLException ex) {
					throw new IllegalStateException(ex);
				}
			}
		}

		@Override
		public String address() {
			return this.source.address();
		}

	}

}
