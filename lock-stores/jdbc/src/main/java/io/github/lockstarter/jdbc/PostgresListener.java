package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

/**
 * The connection on which PostgreSQL notifies this instance, and its thread.
 */
final class PostgresListener {

	// Sent by another connection to test whether notifications arrive.
	static final String PROBE = "probe";

	private static final Logger logger = LoggerFactory.getLogger(PostgresListener.class);

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

	// A notification from another connection has arrived.
	private volatile boolean heard;

	private volatile @Nullable Connection connection;

	private volatile int times;

	// Failures since the connection last stood; used by the thread only.
	private int failures;

	PostgresListener(Door door, String client, LockRuntime runtime, Consumer<String> messages, Runnable standing) {
		this.door = door;
		this.client = client;
		this.runtime = runtime;
		this.messages = messages;
		this.standing = standing;
		this.thread = runtime.scheduler(ThreadKind.STORE);
	}

	static String applicationName(String client) {
		return "distributed-lock " + client;
	}

	static String channel(String client) {
		return "dl_" + client;
	}

	void start() {
		this.thread.execute(this::listen);
	}

	boolean isHearing() {
		return this.heard;
	}

	boolean isStanding() {
		return this.connection != null;
	}

	// Numbers the connections, so that a caller can notice a replacement.
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
			logger.debug("This instance receives no notifications from PostgreSQL at present", ex);
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
	 * How the listener reaches PostgreSQL.
	 */
	record Door(ConnectionSource source, Duration timeout, Outages outages) {

	}

}
