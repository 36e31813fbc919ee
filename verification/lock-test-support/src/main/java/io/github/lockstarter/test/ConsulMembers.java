package io.github.lockstarter.test;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Servers of one cluster of Consul, as processes of this machine on free ports. None
 * outlives the JVM, unless that is killed. They accept sessions of two seconds, and elect
 * a leader as fast as they can.
 */
public final class ConsulMembers implements AutoCloseable {

	/**
	 * The environment variable that names the program.
	 */
	public static final String VARIABLE = "LOCK_TEST_CONSUL";

	/**
	 * The problem if there is no {@link #program()}.
	 */
	public static final String MISSING = "No consul is on the PATH, and " + VARIABLE + " names none";

	/**
	 * The token that may do everything, if there are rights.
	 */
	public static final String MANAGEMENT_TOKEN = "7c0f8a52-3f6a-4d1b-9a44-0f6f2b7a1c11";

	private static final Pattern VERSION = Pattern.compile("Consul v?((\\d+)\\.(\\d+)\\S*)");

	private final Path program;

	private final Path directory;

	private final boolean temporary;

	private final List<Ports> ports;

	private final String options;

	private final List<Process> processes = new ArrayList<>();

	private ConsulMembers(Path directory, boolean temporary, int size, String options) {
		this.program = program().orElseThrow(() -> new IllegalStateException(MISSING));
		this.temporary = temporary;
		this.directory = directory;
		this.options = options;
		this.ports = new ArrayList<>(IntStream.range(0, size).mapToObj((i) -> Ports.pick()).toList());
		for (int i = 0; i < size; i++) {
			this.processes.add(begin(i, true));
		}
		Runtime.getRuntime().addShutdownHook(new Thread(this.temporary ? this::close : this::killAll));
	}

	/**
	 * The program: what {@link #VARIABLE} names, or {@code consul} on the path.
	 * @return the program, empty if there is none
	 */
	public static Optional<Path> program() {
		Stream<String> onPath = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((place) -> place + "/consul");
		return Stream.concat(Stream.ofNullable(System.getenv(VARIABLE)), onPath)
			.map(Path::of)
			.filter((file) -> Files.isRegularFile(file) && Files.isExecutable(file))
			.findFirst()
			.filter((file) -> version(file).find());
	}

	/**
	 * The version of the {@link #program()}.
	 * @return the version, empty if there is no program
	 */
	public static Optional<String> version() {
		return program().map(ConsulMembers::version).filter(Matcher::find).map((version) -> version.group(1));
	}

	private static Matcher version(Path program) {
		try {
			Process process = new ProcessBuilder(program.toString(), "version").redirectErrorStream(true).start();
			return VERSION.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			return VERSION.matcher("");
		}
	}

	/**
	 * Starts servers; they may not answer yet.
	 * @param directory where each writes its data and its log; it is created
	 * @param size how many there are
	 * @return the servers; close them
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static ConsulMembers start(Path directory, int size) {
		try {
			return new ConsulMembers(Files.createDirectories(directory), false, size, "");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts servers in a directory that is deleted when they are closed; they may not
	 * answer yet.
	 * @param size how many there are
	 * @return the servers; close them
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static ConsulMembers start(int size) {
		return new ConsulMembers(temporary(), true, size, "");
	}

	/**
	 * Starts a server that denies everything without a token.
	 * @return the only server; close it
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static ConsulMembers startWithRights() {
		return new ConsulMembers(temporary(), true, 1,
				",\"acl\":{\"enabled\":true,\"default_policy\":\"deny\",\"tokens\":" + "{\"master\":\""
						+ MANAGEMENT_TOKEN + "\"}}");
	}

	/**
	 * Starts a server that accepts sessions of ten seconds and more, as by default.
	 * @return the only server; close it
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static ConsulMembers startStrict() {
		return new ConsulMembers(temporary(), true, 1, ",\"session_ttl_min\":\"10s\"");
	}

	/**
	 * Starts a server that also serves over TLS; it may not answer yet.
	 * @param shown what it shows to clients
	 * @param verifiesClients whether a client must show a certificate of the authority
	 * @return the only server; close it
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static ConsulMembers startTls(ServerCertificate shown, boolean verifiesClients) {
		Path files = temporary();
		return new ConsulMembers(files, true, 1, ",\"cert_file\":\"" + write(files, "server.pem", shown.chain())
				+ "\",\"key_file\":\"" + write(files, "server.key", shown.privateKey()) + "\",\"ca_file\":\""
				+ write(files, "ca.pem", shown.authority()) + "\",\"verify_incoming_https\":" + verifiesClients);
	}

	private static Path temporary() {
		try {
			return Files.createTempDirectory("lock-test-consul");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path write(Path directory, String name, String content) {
		try {
			return Files.writeString(directory.resolve(name), content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean hasTls() {
		return this.options.contains("verify_incoming_https");
	}

	private Process begin(int index, boolean server) {
		Ports own = this.ports.get(index);
		String others = this.ports.stream()
			.filter((one) -> one != own)
			.map((one) -> "\"127.0.0.1:" + one.serf + "\"")
			.collect(Collectors.joining(","));
		String config = "{\"node_name\":\"m" + index + "\",\"bind_addr\":\"127.0.0.1\",\"data_dir\":\"" + data(index)
				+ "\",\"disable_update_check\":true,\"log_level\":\"WARN\",\"performance\":"
				+ "{\"raft_multiplier\":1},\"leave_on_terminate\":false,\"retry_interval\":\"1s\",\"retry_join\":["
				+ others + "],\"ports\":{\"http\":" + own.http + ",\"server\":" + own.server + ",\"serf_lan\":"
				+ own.serf + ",\"serf_wan\":-1,\"dns\":-1,\"grpc\":-1,\"https\":" + (hasTls() ? own.https : -1) + "}"
				// clients of former tests keep connections until they are collected
				+ ",\"limits\":{\"http_max_conns_per_client\":2000}"
				+ (this.options.contains("session_ttl_min") ? "" : ",\"session_ttl_min\":\"1s\"")
				+ (server ? ",\"server\":true,\"bootstrap_expect\":" + this.ports.size() : "") + this.options + "}";
		Path file = this.directory.resolve("m" + index + ".json");
		try {
			if (!Files.exists(file)) {
				Files.writeString(file, config);
			}
			return new ProcessBuilder(this.program.toString(), "agent", "-config-file", file.toString())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log(index).toFile()))
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean hasRights() {
		return this.options.contains(MANAGEMENT_TOKEN);
	}

	private Path data(int index) {
		return this.directory.resolve("m" + index);
	}

	private Path log(int index) {
		return this.directory.resolve("m" + index + ".log");
	}

	/**
	 * Waits until the cluster serves a consistent read.
	 * @throws IllegalStateException if it does not come up
	 */
	public void awaitAnswer() {
		if (!hasRights()) {
			awaitAnswer(0);
		}
		else {
			Await.until("Consul with rights", Duration.ofMinutes(2),
					() -> ask("GET", "catalog/nodes?consistent", "").startsWith("[{"));
		}
	}

	private void awaitAnswer(int index) {
		try {
			ConsulQuestion.awaitAnswer(endpoints().get(index), () -> process(index).isAlive());
		}
		catch (IllegalStateException ex) {
			String said = said(index);
			close();
			throw new IllegalStateException("Consul did not come up: " + said, ex);
		}
	}

	private String said(int index) {
		try {
			return Files.readString(log(index));
		}
		catch (IOException ex) {
			return "(no log: " + ex.getMessage() + ")";
		}
	}

	/**
	 * Starts one more agent, which is no server. Returns when it answers.
	 * @return its address
	 */
	public String startAgent() {
		int index = this.ports.size();
		this.ports.add(Ports.pick());
		this.processes.add(begin(index, false));
		awaitAnswer(index);
		return endpoints().get(index);
	}

	/**
	 * Where they serve clients.
	 * @return the addresses
	 */
	public List<String> endpoints() {
		return ports().stream().map((port) -> "http://127.0.0.1:" + port).toList();
	}

	/**
	 * Where the only server serves over TLS.
	 * @return the address
	 */
	public String tlsEndpoint() {
		return "https://127.0.0.1:" + this.ports.get(0).https;
	}

	/**
	 * Where they listen to clients, on the loopback address.
	 * @return the ports
	 */
	public List<Integer> ports() {
		return this.ports.stream().map((one) -> one.http).toList();
	}

	/**
	 * Sends a request to the first server, with all rights.
	 * @param method the HTTP method
	 * @param path the path after {@code /v1/}
	 * @param body the body
	 * @return the body of the answer, empty if there is none
	 */
	public String ask(String method, String path, String body) {
		return ask(0, method, path, body);
	}

	/**
	 * Sends a request to a server, with all rights.
	 * @param index which one
	 * @param method the HTTP method
	 * @param path the path after {@code /v1/}
	 * @param body the body
	 * @return the body of the answer, empty if there is none
	 */
	public String ask(int index, String method, String path, String body) {
		return ConsulQuestion.ask(endpoints().get(index), method, path, body, hasRights() ? MANAGEMENT_TOKEN : null);
	}

	/**
	 * The process of a server.
	 * @param index which one
	 * @return the process, which may have ended
	 */
	public Process process(int index) {
		return this.processes.get(index);
	}

	/**
	 * Whether a server leads the others.
	 * @param index which one
	 * @return whether it says so
	 */
	public boolean leads(int index) {
		return ConsulQuestion.leader(endpoints().get(index)).endsWith(":" + this.ports.get(index).server);
	}

	/**
	 * Which server leads the others.
	 * @return its index, negative if none does
	 */
	public int leader() {
		return IntStream.range(0, this.ports.size())
			.filter((index) -> process(index).isAlive() && leads(index))
			.findFirst()
			.orElse(-1);
	}

	/**
	 * Kills a server; returns when it has ended.
	 * @param index which one
	 * @return whether it ran
	 */
	public boolean kill(int index) {
		boolean ran = process(index).isAlive();
		ProcessEnd.await(process(index).destroyForcibly());
		return ran;
	}

	/**
	 * Starts one that was killed, with its data.
	 * @param index which one
	 */
	public void restart(int index) {
		this.processes.set(index, begin(index, true));
	}

	/**
	 * Kills a single server and starts it again without its data. Returns when it
	 * answers.
	 */
	public void rebuild() {
		kill(0);
		delete(data(0));
		restart(0);
		awaitAnswer();
	}

	private static void delete(Path directory) {
		if (!Files.exists(directory)) {
			return;
		}
		try (Stream<Path> files = Files.walk(directory)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void killAll() {
		this.processes.forEach((process) -> ProcessEnd.await(process.destroyForcibly()));
	}

	/**
	 * Kills them and deletes their data, and a temporary directory. Their logs stay in
	 * one that was given.
	 */
	@Override
	public synchronized void close() {
		killAll();
		if (this.temporary) {
			delete(this.directory);
		}
		else {
			IntStream.range(0, this.processes.size()).forEach((index) -> delete(data(index)));
		}
	}

	private record Ports(int http, int https, int server, int serf) {

		static Ports pick() {
			return new Ports(FreePort.pick(), FreePort.pick(), FreePort.pick(), FreePort.pick());
		}

	}

}
