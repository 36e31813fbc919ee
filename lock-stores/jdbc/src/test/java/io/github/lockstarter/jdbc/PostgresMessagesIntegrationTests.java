package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestPostgres;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What instances tell each other through PostgreSQL, and what they do where it does not
 * arrive.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class PostgresMessagesIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private final List<JdbcLockStore> stores = new ArrayList<>();

	private final BlockingQueue<PushMessage> told = new LinkedBlockingQueue<>();

	// How often the database has begun to tell.
	private final AtomicInteger listening = new AtomicInteger();

	@AfterEach
	void stop() {
		this.stores.forEach(JdbcLockStore::stop);
	}

	@Test
	void whoIsNotToldLooksForItsMessages() throws Exception {
		JdbcLockStore deaf = start(new SharedConnections(SharedPostgres.source()));
		JdbcLockStore other = start(SharedPostgres.source());
		Awaitility.await().atMost(LONG).until(() -> mail(deaf) == 1);
		Awaitility.await().atMost(LONG).until(() -> mail(other) == 0);
		acquire(other, "mail", 0);
		assertThat(acquire(deaf, "mail", 60_000)).isEqualTo(Status.WAIT);
		other.release("mail", other.clientId() + ":1", 0).toCompletableFuture().join();
		PushMessage message = this.told.poll(120, TimeUnit.SECONDS);
		assertThat(message).isNotNull();
		assertThat(message.id()).isEqualTo(deaf.clientId() + ":1");
	}

	/**
	 * As Spring Boot's service connection of a compose file does it.
	 */
	@Test
	void nameInTheUrlKeepsNobodyFromBeingTold() throws Exception {
		String url = TestPostgres.shared().url();
		ConnectionSource named = new DriverConnections(url + (url.contains("?") ? "&" : "?") + "ApplicationName=orders",
				"postgres", "postgres");
		JdbcLockStore waiter = start(named);
		JdbcLockStore holder = start(named);
		Awaitility.await().atMost(LONG).until(() -> mail(waiter) == 0 && mail(holder) == 0);
		assertThat(acquire(holder, "named", 0)).isEqualTo(Status.OWNED);
		assertThat(acquire(waiter, "named", 60_000)).isEqualTo(Status.WAIT);
		holder.release("named", holder.clientId() + ":1", 0).toCompletableFuture().join();
		PushMessage message = this.told.poll(120, TimeUnit.SECONDS);
		assertThat(message).isNotNull();
		assertThat(message.id()).isEqualTo(waiter.clientId() + ":1");
	}

	@Test
	void whoseConnectionsWereAllCutIsToldAgain() throws Exception {
		JdbcLockStore store = start(SharedPostgres.source());
		Awaitility.await().atMost(LONG).until(() -> store.isPushAvailable("mail"));
		for (int i = 0; i < 3; i++) {
			int before = this.listening.get();
			JdbcContract.execute(SharedPostgres.source(), PostgresFaultsIntegrationTests.ALL_BACKENDS);
			Awaitility.await().atMost(LONG).until(() -> this.listening.get() > before && store.isPushAvailable("mail"));
			Awaitility.await().atMost(LONG).untilAsserted(() -> assertThat(mail(store)).as("by the database").isZero());
		}
	}

	@Test
	void whoCannotListenIsToldSoAndThatItIsOver(CapturedOutput log) {
		AtomicBoolean refuses = new AtomicBoolean(true);
		JdbcLockStore store = start(new ConnectionSource() {

			@Override
			public Connection open(String user, Duration timeout) throws SQLException {
				if (refuses.get() && !user.equals("distributed-lock commands")) {
					throw new SQLException("too many connections", "53300");
				}
				return SharedPostgres.source().open(user, timeout);
			}

			@Override
			public String address() {
				return "here";
			}

		});
		assertThat(store.acquire("listen", store.clientId() + ":1", 60_000, 0, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.status()).isEqualTo(Status.OWNED);
		String warning = "PostgreSQL at here does not let this instance listen: too many connections";
		Awaitility.await().atMost(LONG).until(() -> log.toString().contains(warning));
		refuses.set(false);
		Awaitility.await()
			.atMost(LONG)
			.until(() -> log.toString().contains("Messages from PostgreSQL at here are received again"));
		store.release("listen", store.clientId() + ":1", 0).toCompletableFuture().join();
	}

	private JdbcLockStore start(ConnectionSource source) {
		JdbcLockStore store = JdbcContract.store(source);
		this.stores.add(store);
		store.start(new LockStore.Listener() {

			@Override
			public void onHandOff(PushMessage message) {
				PostgresMessagesIntegrationTests.this.told.add(message);
			}

			@Override
			public void onSubscribed() {
				PostgresMessagesIntegrationTests.this.listening.incrementAndGet();
			}

		});
		return store;
	}

	private static Status acquire(JdbcLockStore store, String name, long wait) {
		return store.acquire(name, store.clientId() + ":1", 60_000, wait, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.status();
	}

	private static int mail(JdbcLockStore store) throws SQLException {
		try (Connection connection = SharedPostgres.source().open("test", LONG);
				Statement statement = connection.createStatement();
				ResultSet result = statement
					.executeQuery("select mail from distributed_lock_client where id = '" + store.clientId() + "'")) {
			return result.next() ? result.getInt(1) : -1;
		}
	}

	/**
	 * What a pool between does that shares connections: whoever listens does so on a
	 * connection that is another one's a moment later.
	 */
	private record SharedConnections(ConnectionSource source) implements ConnectionSource {

		@Override
		public Connection open(String user, Duration timeout) throws SQLException {
			Connection connection = this.source.open(user, timeout);
			return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
					(proxy, method, arguments) -> {
						try {
							Object result = method.invoke(connection, arguments);
							return (result instanceof Statement statement && method.getName().equals("createStatement"))
									? deaf(statement) : result;
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					});
		}

		private static Statement deaf(Statement statement) {
			return (Statement) Proxy.newProxyInstance(SharedConnections.class.getClassLoader(),
					new Class<?>[] { Statement.class }, (proxy, method, arguments) -> {
						boolean listens = arguments != null && String.valueOf(arguments[0]).startsWith("listen");
						try {
							return listens ? Boolean.FALSE : method.invoke(statement, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					});
		}

		@Override
		public String address() {
			return this.source.address();
		}

	}

}
