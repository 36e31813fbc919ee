package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The MariaDB or MySQL of a test. The environment variable {@code LOCK_TEST_MARIADB}
 * names the program, {@code mariadbd} or {@code mysqld}, or the JDBC URL of a running
 * server; without it, the tests that ask for one are skipped. Needs the driver of
 * MariaDB, which this module does not bring along.
 */
public final class TestMariaDb implements AutoCloseable {

	/**
	 * The user of a server that a test starts, who may do everything in {@link #DATABASE}
	 * and logs in with a {@link #PASSWORD}, in the way that is the server's default.
	 */
	public static final String USER = "locks";

	/**
	 * The password of {@link #USER}.
	 */
	public static final String PASSWORD = "of the locks";

	private static final String DATABASE = "locks";

	private static final String VARIABLE = "LOCK_TEST_MARIADB";

	private static final String MISSING = VARIABLE + " names no MariaDB or MySQL";

	private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

	private static @Nullable TestMariaDb shared;

	private final List<String> command;

	private final int port;

	private final TemporaryDirectory directory;

	private volatile Process process;

	private TestMariaDb(Path program) {
		this.directory = TemporaryDirectory.create("lock-test-mariadb");
		this.port = FreePort.pick();
		String data = this.directory.resolve("data").toString();
		List<String> user = System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
		List<String> initialize = isMySql(program)
				? new ArrayList<>(List.of(program.toString(), "--no-defaults", "--initialize-insecure"))
				: new ArrayList<>(List.of(installer(program), "--no-defaults",
						"--auth-root-authentication-method=normal", "--skip-test-db"));
		initialize.add("--datadir=" + data);
		initialize.addAll(user);
		this.directory.run(initialize);
		this.command = new ArrayList<>(List.of(program.toString(), "--no-defaults", "--datadir=" + data,
				"--port=" + this.port, "--bind-address=127.0.0.1", "--socket=" + this.directory.resolve("s"),
				"--pid-file=" + this.directory.resolve("pid"), "--innodb-flush-log-at-trx-commit=2"));
		if (isMySql(program)) {
			this.command.add("--mysqlx=OFF");
		}
		this.command.addAll(user);
		this.process = launch();
		Runtime.getRuntime().addShutdownHook(new Thread(this::close));
		execute("create database " + DATABASE);
		execute("create user " + USER + "@'%' identified by '" + PASSWORD + "'");
		execute("grant all on " + DATABASE + ".* to " + USER + "@'%'");
	}

	private static String installer(Path program) {
		return program.resolveSibling("../bin/mariadb-install-db").normalize().toString();
	}

	private static boolean isMySql(Path program) {
		try {
			Process process = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
			return !new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains("MariaDB");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The database of all tests of this JVM. It has data of other tests: use names of
	 * your own. The test is skipped if there is none.
	 * @return its JDBC URL, with which a superuser logs in
	 */
	public static synchronized String shared() {
		String named = System.getenv(VARIABLE);
		if (named != null && named.startsWith("jdbc:")) {
			return named;
		}
		if (shared == null) {
			shared = start();
		}
		return shared.url("mariadb") + "?user=root";
	}

	/**
	 * Starts the program for the caller alone. The test is skipped if none is named.
	 * @return the running server; close it
	 */
	public static TestMariaDb start() {
		Optional<Path> program = NamedProgram.of(VARIABLE);
		Assumptions.assumeTrue(program.isPresent(), MISSING);
		return new TestMariaDb(program.orElseThrow());
	}

	private Process launch() {
		Path log = this.directory.resolve("server.log");
		try {
			Process started = new ProcessBuilder(this.command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
				.start();
			Await.until("a server of " + VARIABLE + " to answer, see " + log, START_TIMEOUT, () -> {
				if (!started.isAlive()) {
					throw new IllegalStateException("The server of " + VARIABLE + " did not start, see " + log);
				}
				return answers();
			});
			return started;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
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

	private Connection connect() throws SQLException {
		return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + this.port
				+ "/?user=root&connectTimeout=5000&socketTimeout=10000&allowPublicKeyRetrieval=true");
	}

	/**
	 * Executes a statement as a superuser.
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
	 * The address of the database.
	 * @param driver the name of the driver in the URL: {@code mariadb} or {@code mysql}
	 * @return the URL, without a user
	 */
	public String url(String driver) {
		return "jdbc:" + driver + "://127.0.0.1:" + this.port + "/" + DATABASE;
	}

	/**
	 * Kills the server and starts it again, with what it has committed. Returns when it
	 * answers.
	 */
	public void restart() {
		ProcessEnd.await(this.process.destroyForcibly());
		this.process = launch();
	}

	/**
	 * Ends it and deletes its data.
	 */
	@Override
	public synchronized void close() {
		ProcessEnd.await(this.process.destroyForcibly());
		this.directory.delete();
	}

}
