package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

/**
 * The connection on which PostgreSQL tells this instance of its turn, and its thread,
 * from the start of a store to its stop. It asks for nothing but every few seconds
 * whether it still stands. Between PostgreSQL and it there must be nothing that shares
 * connections, such as a PgBouncer that pools transactions: then what is said does not
 * arrive, which is tried once for each connection.
 */
final class PostgresListener {

	/**
	 * What another connection says on the channel, so that it is known that it arrives.
	 */
	static final String PROBE = "probe";

	private static final Log logger = LogFactory.getLog(PostgresListener.class);

	private static final int LISTEN_MILLIS = 500;

	private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long PAUSE_MILLIS = 500;

	private final Door door;

	private final String client;

	private final LockRuntime runtime;

	private final Consumer<String> messages;

	private final Runnable standing;

	private final ScheduledExecutorService thread;

	private volatile boolean stopped;

	// whether what was said on another connection has arrived
	private volatile boolean heard;

	private volatile @Nullable Connection connection;

	private volatile int times;

	// how often it could not be made since it stood; of the thread alone
	private int failures;

	PostgresListener(Door door, String client, LockRuntime runtime, Consumer<String> messages, Runnable standing) {
		this.door = door;
		this.client = client;
		this.runtime = runtime;
		this.messages = messages;
		this.standing = standing;
		this.thread = runtime.scheduler(ThreadKind.STORE);
	}

	/**
	 * What PostgreSQL calls the connection of a client that listens.
	 */
	static String applicationName(String client) {
		return "distributed-lock " + client;
	}

	/**
	 * Where a client listens.
	 */
	static String channel(String client) {
		return "dl_" + client;
	}

	void start() {
		this.thread.execute(this::listen);
	}

	/**
	 * Whether messages arrive.
	 */
	boolean isHearing() {
		return this.heard;
	}

	/**
	 * Whether it stands, heard or not.
	 */
	boolean isStanding() {
		return this.connection != null;
	}

	/**
	 * How often it was made, for whoever asks whether it is still the same.
	 */
	int times() {
		return this.times;
	}

	private void listen() {
		if (this.stopped) {
			return;
		}
		try (Connection opened = this.door.source().open(applicationName(this.client), this.door.timeout())) {
			opened.setAutoCommit(true);
			execute(opened, "listen \"" + channel(this.client) + '"');
			this.failures = 0;
			this.connection = opened;
			this.times++;
			this.standing.run();
			hear(opened, opened.unwrap(PGConnection.class));
		}
		catch (SQLException | RuntimeException | Error ex) {
			logger.debug("PostgreSQL tells this instance nothing for now", ex);
			if (this.connection == null) {
				this.door.outages()
					.deaf(++this.failures, (ex instanceof SQLException said) ? JdbcErrors.text(said) : ex.toString());
			}
		}
		this.connection = null;
		this.heard = false;
		try {
			this.thread.schedule(this::listen, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
		}
	}

	private void hear(Connection opened, PGConnection notified) throws SQLException {
		long asked = this.runtime.clock().nanoTime();
		while (!this.stopped) {
			PGNotification @Nullable [] arrived = notified.getNotifications(LISTEN_MILLIS);
			if (arrived != null) {
				for (PGNotification notification : arrived) {
					this.heard = true;
					this.door.outages().hears();
					if (!notification.getParameter().equals(PROBE)) {
						this.messages.accept(notification.getParameter());
					}
				}
			}
			if (this.runtime.clock().nanoTime() - asked > ASK_NANOS) {
				opened.setNetworkTimeout(Runnable::run, (int) this.door.timeout().toMillis());
				execute(opened, "select 1");
				asked = this.runtime.clock().nanoTime();
			}
		}
	}

	private static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	/**
	 * Makes the connection anew.
	 */
	void renew() {
		Connection current = this.connection;
		if (current != null) {
			abort(current);
		}
	}

	void stop() {
		this.stopped = true;
		this.thread.shutdown();
		renew();
	}

	private static void abort(Connection connection) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException ex) {
			logger.trace("It was closed", ex);
		}
	}

	/**
	 * How PostgreSQL is reached.
	 *
	 * @param source opens the connection
	 * @param timeout how long to wait for it, and for its answers
	 * @param outages are told of attempts to connect
	 */
	record Door(ConnectionSource source, Duration timeout, Outages outages) {

	}

}
