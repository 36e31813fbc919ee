package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestPostgres;

/**
 * A PgBouncer of this machine between clients and a PostgreSQL. It lends a connection for
 * one transaction.
 */
public final class Pooler implements AutoCloseable {

	private static final List<String> PLACES = List.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer",
			"/usr/local/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer");

	private final Process process;

	private final int port;

	private Pooler(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	/**
	 * Whether there is one on this machine.
	 * @return whether a pooler can be started
	 */
	public static boolean isPresent() {
		return program().isPresent();
	}

	private static Optional<Path> program() {
		return PLACES.stream().map(Path::of).filter(Files::isExecutable).findFirst();
	}

	/**
	 * Starts one on a free port.
	 * @param server what it leads to
	 * @param users who may connect
	 * @param directory where its files go
	 * @return the pooler; close it
	 */
	public static Pooler start(DatabaseServer server, List<String> users, Path directory) {
		Path program = program().orElseThrow(() -> new IllegalStateException("There is no PgBouncer in " + PLACES));
		int port = FreePort.pick();
		try {
			Path passwords = directory.resolve("pgbouncer.users");
			Files.write(passwords,
					users.stream().map((user) -> '"' + user + "\" \"" + DatabaseServer.PASSWORD + '"').toList());
			Path settings = directory.resolve("pgbouncer.ini");
			Files.writeString(settings,
					Stream
						.of("[databases]", "* = host=127.0.0.1 port=" + server.port(), "[pgbouncer]",
								"listen_addr = 127.0.0.1", "listen_port = " + port, "unix_socket_dir =",
								"auth_type = md5", "auth_file = " + passwords, "pool_mode = transaction",
								"ignore_startup_parameters = extra_float_digits",
								// it would take 15 s to find a server that was started
								// again
								"server_login_retry = 0.2")
						.collect(Collectors.joining("\n", "", "\n")));
			List<String> command = new ArrayList<>(TestPostgres.unprivileged());
			command.addAll(List.of(program.toString(), settings.toString()));
			return new Pooler(new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(directory.resolve("pgbouncer.log").toFile())
				.start(), port);
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
		return this.port;
	}

	@Override
	public void close() {
		this.process.destroyForcibly().onExit().join();
	}

}
