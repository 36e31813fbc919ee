package io.github.lockstarter.proof.fault;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

	private final List<String> command;

	private final int port;

	private final Path log;

	private final Closeable files;

	private volatile ProcessHandle postmaster;

	private DatabaseServer(List<String> command, int port, Path log, Closeable files) {
		this.command = command;
		this.port = port;
		this.log = log;
		this.files = files;
		this.postmaster = launch();
	}

	private DatabaseServer(EmbeddedPostgres first, Path log) {
		this.port = first.getPort();
		this.log = log;
		this.files = first;
		this.postmaster = ProcessHandle
			.of(Long.parseLong(text("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)")))
			.orElseThrow();
		this.command = new ArrayList<>(List.of(this.postmaster.info().command().orElseThrow()));
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
				// for a standby: what it may have missed, and how soon it asks again
				.setServerConfig("wal_keep_size", "256MB")
				.setServerConfig("wal_retrieve_retry_interval", "100ms")
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
	 * Starts another one that has what this one has, and follows it from then on.
	 * @param directory where its files go
	 * @param way the port by which it reaches this one
	 * @return the standby; close it
	 */
	DatabaseServer standby(Path directory, int way) {
		int free = freePort();
		try (Connection connection = connect()) {
			DataDirectory.copy(connection, directory);
			Files.createFile(directory.resolve("standby.signal"));
			Files.writeString(directory.resolve("postgresql.auto.conf"),
					"primary_conninfo = 'host=127.0.0.1 port=" + way + " user=postgres password=postgres'\n",
					StandardOpenOption.APPEND);
			List<String> theirs = new ArrayList<>(this.command);
			theirs.set(theirs.indexOf("-D") + 1, directory.toString());
			theirs.set(theirs.indexOf("-p") + 1, Integer.toString(free));
			return new DatabaseServer(theirs, free, this.log, () -> DataDirectory.delete(directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What a program is started with that refuses to run as root.
	 */
	static List<String> asNobody() {
		return System.getProperty("user.name").equals("root") ? List.of("unshare", "-U") : List.of();
	}

	static int freePort() {
		try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return free.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Makes a standby a primary. Returns when it writes.
	 */
	void promote() {
		if (!text("select pg_promote(true, " + TimeUnit.NANOSECONDS.toSeconds(START_NANOS) + ")").equals("t")) {
			throw new IllegalStateException("The standby was not promoted, see " + this.log);
		}
	}

	/**
	 * Where it listens, on the loopback address.
	 * @return the port
	 */
	public int port() {
		return this.port;
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
		this.postmaster = launch();
	}

	private ProcessHandle launch() {
		List<String> words = new ArrayList<>(asNobody());
		words.addAll(this.command);
		try {
			Process started = new ProcessBuilder(words).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(this.log.toFile()))
				.start();
			long end = System.nanoTime() + START_NANOS;
			while (!answers()) {
				if (!started.isAlive() || System.nanoTime() - end > 0) {
					throw new IllegalStateException("The database did not start, see " + this.log);
				}
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			}
			return started.toHandle();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Kills all of its processes.
	 */
	void kill() {
		List<ProcessHandle> all = Stream.concat(Stream.of(this.postmaster), this.postmaster.descendants()).toList();
		all.forEach(ProcessHandle::destroyForcibly);
		all.forEach((process) -> process.onExit().join());
	}

	@Override
	public void close() {
		try {
			kill();
			this.files.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
