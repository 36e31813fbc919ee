package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.lockstarter.test.TestPostgres;

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

	private static final int PROMOTION_SECONDS = 60;

	private final TestPostgres server;

	private final Path log;

	private final Runnable deletion;

	private DatabaseServer(TestPostgres server, Path log, Runnable deletion) {
		this.server = server;
		this.log = log;
		this.deletion = deletion;
	}

	/**
	 * Starts one on a free port.
	 * @param users who may connect
	 * @param log what it says after it was started again
	 * @return the server; close it
	 */
	public static DatabaseServer start(List<String> users, Path log) {
		TestPostgres server = TestPostgres.start(Map.of("synchronous_commit", "on", "max_connections", "300",
				// for a standby: what it may have missed, and how soon it asks again
				"wal_keep_size", "256MB", "wal_retrieve_retry_interval", "100ms"));
		for (String user : users) {
			server.execute("create role " + user + " login password '" + PASSWORD + "'");
		}
		return new DatabaseServer(server, log, () -> {
		});
	}

	/**
	 * Starts another one that has what this one has, and follows it from then on.
	 * @param directory where its files go
	 * @param way the port by which it reaches this one
	 * @return the standby; close it
	 */
	DatabaseServer standby(Path directory, int way) {
		try (Connection connection = connect()) {
			DataDirectory.copy(connection, directory);
			Files.createFile(directory.resolve("standby.signal"));
			Files.writeString(directory.resolve("postgresql.auto.conf"),
					"primary_conninfo = 'host=127.0.0.1 port=" + way + " user=postgres password=postgres'\n",
					StandardOpenOption.APPEND);
			return new DatabaseServer(this.server.startOn(directory, this.log), this.log,
					() -> DataDirectory.delete(directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Makes a standby a primary. Returns when it writes.
	 */
	void promote() {
		if (!text("select pg_promote(true, " + PROMOTION_SECONDS + ")").equals("t")) {
			throw new IllegalStateException("The standby was not promoted, see " + this.log);
		}
	}

	/**
	 * Where it listens, on the loopback address.
	 * @return the port
	 */
	public int port() {
		return this.server.port();
	}

	/**
	 * Opens a connection that no fault but those of the server hits.
	 * @return the connection; close it
	 * @throws SQLException if the server does not take one
	 */
	public Connection connect() throws SQLException {
		return this.server.connect();
	}

	/**
	 * Executes a statement.
	 * @param sql the statement
	 */
	public void execute(String sql) {
		this.server.execute(sql);
	}

	/**
	 * The one text that a query answers.
	 */
	String text(String query) {
		return this.server.text(query);
	}

	/**
	 * Stops all of its processes.
	 * @return whether they were seen to stand still
	 */
	boolean pause() {
		ProcessHandle postmaster = this.server.postmaster();
		// before it can begin another one
		Signals.send("STOP", Stream.of(postmaster));
		Signals.send("STOP", postmaster.descendants());
		return Signals.isStopped(postmaster);
	}

	void resume() {
		ProcessHandle postmaster = this.server.postmaster();
		Signals.send("CONT", postmaster.descendants());
		Signals.send("CONT", Stream.of(postmaster));
	}

	/**
	 * Kills all of its processes and starts it again. Returns when it answers.
	 */
	void crash() {
		this.server.restart(this.log);
	}

	/**
	 * Kills all of its processes.
	 */
	void kill() {
		this.server.kill();
	}

	@Override
	public void close() {
		kill();
		this.server.close();
		this.deletion.run();
	}

}
