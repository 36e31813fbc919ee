package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.test.RedisProcess.PortTakenException;

/**
 * The Redis of a test: {@link #shared()} for ordinary tests, {@link #start(String...)}
 * for those that break it. Neither outlives the JVM. Where a Redis is not the test's own,
 * whatever would disturb its other users is refused.
 */
public final class TestRedis implements AutoCloseable {

	private static final int PORT_ATTEMPTS = 20;

	private static final String CERTIFICATE = "certificate.pem";

	private static final String PRIVATE_KEY = "key.pem";

	private static final String AUTHORITY = "authority.pem";

	private final String host;

	private final int port;

	private final Ownership ownership;

	private final @Nullable RedisProcess process;

	private final @Nullable String password;

	TestRedis(String host, int port, Ownership ownership, @Nullable RedisProcess process, @Nullable String password) {
		this.host = host;
		this.port = port;
		this.ownership = ownership;
		this.process = process;
		this.password = password;
	}

	/**
	 * The one Redis of this JVM's ordinary tests. It holds data of other tests: use names
	 * of your own, and never assume it to be empty. An embedded server by default; the
	 * one at {@code LOCK_TEST_REDIS=host:port} if that environment variable is set (it
	 * may name a program instead, which all embedded servers then run); one from a
	 * container if the system property {@code lock.test.redis} is {@code testcontainers}.
	 * Its first use prints which.
	 * @return the shared Redis
	 */
	public static TestRedis shared() {
		return SharedRedis.get();
	}

	/**
	 * Starts an embedded server for the caller alone, on a free port of the loopback
	 * address, empty and without persistence.
	 * @param extraArgs arguments of redis-server, such as {@code "--maxmemory-policy",
	 * "allkeys-lru"}
	 * @return the running server; close it
	 */
	public static TestRedis start(String... extraArgs) {
		return start(Ownership.OWN, extraArgs);
	}

	static TestRedis start(Ownership ownership, String... extraArgs) {
		List<String> extra = List.of(extraArgs);
		int requirepass = extra.indexOf("--requirepass");
		String password = (requirepass >= 0) ? extra.get(requirepass + 1) : null;
		return startOnFreePort(ownership, password, (directory, port) -> {
			List<String> arguments = arguments(port);
			arguments.addAll(extra);
			return arguments;
		});
	}

	private static List<String> arguments(int port) {
		return new ArrayList<>(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", "",
				"--appendonly", "no", "--repl-diskless-sync-delay", "0"));
	}

	/**
	 * Starts a server that also speaks TLS, on {@link #tlsPort()}; {@link #cli} goes to
	 * the other port. Clients need no certificate of their own.
	 * @param certificate what it shows
	 * @param extraArgs arguments of redis-server, such as {@code "--tls-auth-clients",
	 * "yes"}
	 * @return the running server; close it
	 */
	public static TestRedis startTls(ServerCertificate certificate, String... extraArgs) {
		return startOnFreePort(Ownership.OWN, null, (directory, port) -> {
			write(certificate, directory);
			List<String> arguments = arguments(port);
			arguments.addAll(List.of("--tls-port", Integer.toString(FreePort.pick()), "--tls-auth-clients", "no",
					"--tls-cert-file", directory.resolve(CERTIFICATE).toString(), "--tls-key-file",
					directory.resolve(PRIVATE_KEY).toString(), "--tls-ca-cert-file",
					directory.resolve(AUTHORITY).toString()));
			arguments.addAll(List.of(extraArgs));
			return arguments;
		});
	}

	private static void write(ServerCertificate certificate, Path directory) throws IOException {
		Files.writeString(directory.resolve(CERTIFICATE), certificate.chain());
		Files.writeString(directory.resolve(PRIVATE_KEY), certificate.privateKey());
		Files.writeString(directory.resolve(AUTHORITY), certificate.authority());
	}

	/**
	 * Starts a replica and returns when it is in sync.
	 * @param master the server to follow
	 * @return the running replica; close it
	 */
	public static TestRedis startReplicaOf(TestRedis master) {
		master.refuseUnlessOwn("be followed by a replica");
		TestRedis replica = start("--replicaof", master.host(), Integer.toString(master.port()));
		Await.until("the replica to be in sync", Duration.ofSeconds(60),
				() -> "up".equals(replica.info("replication").get("master_link_status")));
		return replica;
	}

	/**
	 * Starts a Sentinel that decides alone (quorum 1) and calls a master down that has
	 * been silent for a second. Its {@link #restart()} keeps what it knows.
	 * @param masterName the name under which clients ask for the master
	 * @param master the server to watch; its replicas are found through it
	 * @return the running Sentinel; close it
	 */
	public static TestRedis startSentinel(String masterName, TestRedis master) {
		master.refuseUnlessOwn("be watched by a Sentinel");
		return startOnFreePort(Ownership.OWN, null, (directory, port) -> {
			Path configuration = directory.resolve("sentinel.conf");
			Files.write(configuration,
					List.of("port " + port, "bind 127.0.0.1",
							"sentinel monitor " + masterName + " " + master.host() + " " + master.port() + " 1",
							"sentinel down-after-milliseconds " + masterName + " 1000",
							"sentinel failover-timeout " + masterName + " 3000"));
			return List.of(configuration.toString(), "--sentinel");
		});
	}

	/**
	 * Starts a node of a Redis Cluster that knows no other node yet.
	 * @param nodeTimeout after how long another node that is silent is called down
	 */
	static TestRedis startClusterNode(Duration nodeTimeout) {
		return startOnFreePort(Ownership.OWN, null, (directory, port) -> {
			List<String> arguments = arguments(port);
			// the bus port of its own: the usual one, ten thousand above, may be no port
			arguments.addAll(List.of("--cluster-enabled", "yes", "--cluster-node-timeout",
					Long.toString(nodeTimeout.toMillis()), "--cluster-port", Integer.toString(FreePort.pick()),
					"--cluster-replica-validity-factor", "0"));
			return arguments;
		});
	}

	private static TestRedis startOnFreePort(Ownership ownership, @Nullable String password, Arguments arguments) {
		for (int attempt = 1;; attempt++) {
			int port = FreePort.pick();
			try {
				Path directory = Files.createTempDirectory("lock-test-redis");
				RedisProcess process = new RedisProcess(directory, port, password, arguments.of(directory, port));
				return new TestRedis("127.0.0.1", port, ownership, process, password);
			}
			catch (PortTakenException ex) {
				if (attempt == PORT_ATTEMPTS) {
					throw ex;
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	public String host() {
		return this.host;
	}

	public int port() {
		return this.port;
	}

	/**
	 * Where the server speaks TLS.
	 * @return the port; 0 if it does not
	 */
	public int tlsPort() {
		return Integer.parseInt(configured("tls-port"));
	}

	/**
	 * Shows another certificate to those who connect from now on.
	 * @param certificate the certificate
	 */
	public void show(ServerCertificate certificate) {
		Path file = Path.of(configured("tls-cert-file"));
		try {
			write(certificate, file.getParent());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		cli("CONFIG", "SET", "tls-cert-file", file.toString(), "tls-key-file", configured("tls-key-file"));
	}

	private String configured(String name) {
		return String.valueOf(((List<?>) Objects.requireNonNull(cli("CONFIG", "GET", name))).get(1));
	}

	/**
	 * Whether the server belongs to a user or a container, not to this JVM.
	 * @return whether it runs elsewhere
	 */
	public boolean isExternal() {
		return this.ownership == Ownership.EXTERNAL;
	}

	/**
	 * Whether other tests use this server too.
	 * @return whether it is the one of {@link #shared()}
	 */
	public boolean isShared() {
		return this.ownership != Ownership.OWN;
	}

	/**
	 * Sends one command over a connection of its own.
	 * @param command the command and its arguments
	 * @return the reply: text as String, a number as its digits, a list as List, nil as
	 * null
	 * @throws IllegalStateException if Redis answers with an error, or if the command
	 * would disturb a server that a user gave
	 */
	public @Nullable Object cli(String... command) {
		if (isExternal() && DisturbingCommand.matches(command)) {
			throw new IllegalStateException(String.join(" ", command) + " is not sent to " + this
					+ ", which is not the test's own; use TestRedis.start()");
		}
		try {
			return RespClient.call(this.host, this.port, this.password, command);
		}
		catch (RespClient.RedisRefusedException ex) {
			throw new IllegalStateException(String.join(" ", command) + ": " + ex.getMessage(), ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(String.join(" ", command) + " to " + this, ex);
		}
	}

	/**
	 * A section of INFO, such as {@code commandstats}.
	 * @param section the name of the section
	 * @return its fields in the order of the reply
	 */
	public Map<String, String> info(String section) {
		Map<String, String> fields = new LinkedHashMap<>();
		String.valueOf(cli("INFO", section)).lines().filter((line) -> line.contains(":")).forEach((line) -> {
			int colon = line.indexOf(':');
			fields.put(line.substring(0, colon), line.substring(colon + 1));
		});
		return fields;
	}

	/**
	 * Kills the server at once (SIGKILL). Returns when it is gone.
	 */
	public void kill() {
		own("kill").kill();
	}

	/**
	 * Stops the process without ending it (SIGSTOP): connections stay open and nothing
	 * answers.
	 */
	public void pause() {
		own("pause").signal("STOP");
	}

	/**
	 * Lets a paused server go on (SIGCONT).
	 */
	public void resume() {
		own("resume").signal("CONT");
	}

	/**
	 * Whether the server answers a PING on a new connection.
	 * @param millis how long to wait for the answer
	 * @return whether it did
	 */
	public boolean answersWithin(int millis) {
		return RespClient.answers(this.host, this.port, millis);
	}

	/**
	 * Starts the server again at the same port, killing it first if it runs. Its data is
	 * gone. Returns when it answers.
	 */
	public void restart() {
		own("restart").restart();
	}

	/**
	 * Ends a server of one's own, paused or not. Leaves a shared one to the others.
	 */
	@Override
	public void close() {
		if (this.process != null && !isShared()) {
			this.process.close();
		}
	}

	private RedisProcess own(String verb) {
		refuseUnlessOwn(verb);
		if (this.process == null) {
			throw new IllegalStateException("There is no process of " + this);
		}
		return this.process;
	}

	private void refuseUnlessOwn(String verb) {
		if (isShared()) {
			throw new IllegalStateException(
					"Cannot " + verb + ": " + this + " serves other tests as well; use TestRedis.start()");
		}
	}

	@Override
	public String toString() {
		return "Redis at " + this.host + ":" + this.port;
	}

	/**
	 * Whose server it is.
	 */
	enum Ownership {

		OWN, SHARED, EXTERNAL

	}

	/**
	 * The command line of a server, for a directory and a port.
	 */
	private interface Arguments {

		List<String> of(Path directory, int port) throws IOException;

	}

}
