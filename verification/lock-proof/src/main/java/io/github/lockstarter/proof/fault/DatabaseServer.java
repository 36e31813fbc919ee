package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL that can be stopped, and killed and started again with what it has
 * committed. Its commits are as those of one in production, but do not wait for the disk,
 * which outlives its processes.
 */
public final class DatabaseServer implements AutoCloseable {

	/**
	 * The password of every user.
	 */
	public static final String PASSWORD = "proof";

	private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);

	private final EmbeddedPostgres first;

	private final List<String> command = new ArrayList<>();

	private final Path log;

	private volatile ProcessHandle postmaster;

	private DatabaseServer(EmbeddedPostgres first, Path log) {
		this.first = first;
		this.log = log;
		this.postmaster = ProcessHandle.of(Long.parseLong(text("select pg_backend_pid()")))
			.flatMap(ProcessHandle::parent)
			.orElseThrow();
		if (System.getProperty("user.name").equals("root")) {
			// it refuses to run as that
			this.command.addAll(List.of("unshare", "-U"));
		}
		this.command.add(this.postmaster.info().command().orElseThrow());
		this.command.addAll(List.of(this.postmaster.info().arguments().orElseThrow()));
	}

	/**
	 * Starts one on a free port.
	 * @param users who may connect
	 * @param log what it says after it was started again
	 * @return the server; close it
	 */
	public static DatabaseServer start(List<String> users, Path log) {
		try {
			DatabaseServer server = new DatabaseServer(EmbeddedPostgres.builder()
				.setServerConfig("synchronous_commit", "on")
				.setServerConfig("max_connections", "300")
				.start(), log);
			for (String user : users) {
				server.execute("create role " + user + " login password '" + PASSWORD + "'");
			}
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Where it listens, on the loopback address.
	 * @return the port
	 */
	public int port() {
		return this.first.getPort();
	}

	/**
	 * Opens a connection that no fault but those of the server hits.
	 * @return the connection; close it
	 * @throws SQLException if the server does not take one
	 */
	public Connection connect() throws SQLException {
		return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port()
				+ "/postgres?user=postgres&password=postgres&connectTimeout=5&loginTimeout=5&socketTimeout=10"
				// what the server says to all others
				+ "&options=-c%20default_transaction_read_only=off");
	}

	/**
	 * Executes a statement.
	 * @param sql the statement
	 */
	public void execute(String sql) {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(sql, ex);
		}
	}

	/**
	 * The one text that a query answers.
	 */
	String text(String query) {
		try (Connection connection = connect();
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(query)) {
			result.next();
			return result.getString(1);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(query, ex);
		}
	}

	private boolean answers() {
		try (Connection connection = connect()) {
			return connection.isValid(5);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	/**
	 * Stops all of its processes.
	 * @return whether they were seen to stand still
	 */
	boolean pause() {
		// before it can begin another one
		Signals.send("STOP", Stream.of(this.postmaster));
		Signals.send("STOP", this.postmaster.descendants());
		return Signals.isStopped(this.postmaster);
	}

	void resume() {
		Signals.send("CONT", this.postmaster.descendants());
		Signals.send("CONT", Stream.of(this.postmaster));
	}

	/**
	 * Kills all of its processes and starts it again. Returns when it answers.
	 */
	void crash() {
		kill();
		try {
			Process again = new ProcessBuilder(this.command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(this.log.toFile()))
				.start();
			long end = System.nanoTime() + START_NANOS;
			while (!answers()) {
				if (!again.isAlive() || System.nanoTime() - end > 0) {
					throw new IllegalStateException("The database did not start again, see " + this.log);
				}
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			}
			this.postmaster = again.toHandle();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void kill() {
		List<ProcessHandle> all = Stream.concat(Stream.of(this.postmaster), this.postmaster.descendants()).toList();
		all.forEach(ProcessHandle::destroyForcibly);
		all.forEach((process) -> process.onExit().join());
	}

	@Override
	public void close() {
		try {
			kill();
			this.first.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
