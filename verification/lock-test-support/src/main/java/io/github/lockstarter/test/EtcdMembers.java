package io.github.lockstarter.test;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Members of one cluster of etcd, as processes of this machine on free ports. None
 * outlives the JVM, unless that is killed. What they write does not wait for the disk,
 * which outlives them, unless it is said.
 */
public final class EtcdMembers implements AutoCloseable {

	/**
	 * The environment variable that names the program.
	 */
	public static final String VARIABLE = "LOCK_TEST_ETCD";

	/**
	 * What is wrong where there is no {@link #program()}.
	 */
	public static final String MISSING = "No etcd of 3.4 or later is on the PATH, and " + VARIABLE + " names none";

	private static final Pattern VERSION = Pattern.compile("etcd Version: ((\\d+)\\.(\\d+)\\S*)");

	private final Path program;

	private final Path directory;

	private final boolean temporary;

	private final List<Integer> clients;

	private final List<Integer> peers;

	private final List<String> options;

	private final List<Integer> overTls;

	private final boolean onlyTls;

	private final List<Process> processes = new ArrayList<>();

	private EtcdMembers(@Nullable Path directory, int size, List<String> options, List<Integer> overTls) {
		this(directory, size, options, overTls, false);
	}

	private EtcdMembers(@Nullable Path directory, int size, List<String> options, List<Integer> overTls,
			boolean onlyTls) {
		this.program = program().orElseThrow(() -> new IllegalStateException(MISSING));
		this.temporary = directory == null;
		try {
			this.directory = (directory != null) ? Files.createDirectories(directory)
					: Files.createTempDirectory("lock-test-etcd");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.clients = freePorts(size);
		this.peers = freePorts(size);
		this.options = options;
		this.overTls = overTls;
		this.onlyTls = onlyTls;
		for (int i = 0; i < size; i++) {
			this.processes.add(begin(i));
		}
		Runtime.getRuntime().addShutdownHook(new Thread(this.temporary ? this::close : this::killAll));
	}

	private static List<Integer> freePorts(int count) {
		return IntStream.range(0, count).mapToObj((i) -> FreePort.pick()).toList();
	}

	/**
	 * The program: what {@link #VARIABLE} names, or {@code etcd} on the path.
	 * @return the program, empty if there is none, or one without the gateway
	 */
	public static Optional<Path> program() {
		Stream<String> onPath = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((place) -> place + "/etcd");
		return Stream.concat(Stream.ofNullable(System.getenv(VARIABLE)), onPath)
			.map(Path::of)
			.filter((file) -> Files.isRegularFile(file) && Files.isExecutable(file))
			.findFirst()
			.filter(EtcdMembers::hasGateway);
	}

	/**
	 * Whether a program has the gateway at {@code /v3/}, which came with etcd 3.4.
	 * @param program the program
	 * @return whether it says that it is that version or a later one
	 */
	public static boolean hasGateway(Path program) {
		Matcher version = version(program);
		if (!version.find()) {
			return false;
		}
		int major = Integer.parseInt(version.group(2));
		return major > 3 || (major == 3 && Integer.parseInt(version.group(3)) >= 4);
	}

	/**
	 * The version of the {@link #program()}.
	 * @return the version, empty where there is no program
	 */
	public static Optional<String> version() {
		return program().map(EtcdMembers::version).filter(Matcher::find).map((version) -> version.group(1));
	}

	private static Matcher version(Path program) {
		try {
			Process process = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
			return VERSION.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			return VERSION.matcher("");
		}
	}

	/**
	 * Starts them; they may not answer yet.
	 * @param directory where they write, each its data and its log; it is created
	 * @param size how many there are
	 * @return the members; close them
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static EtcdMembers start(Path directory, int size) {
		return new EtcdMembers(directory, size, List.of("--unsafe-no-fsync"), List.of());
	}

	/**
	 * Starts them in a directory that is deleted when they are closed; they may not
	 * answer yet.
	 * @param size how many there are
	 * @return the members; close them
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static EtcdMembers start(int size) {
		return new EtcdMembers(null, size, List.of("--unsafe-no-fsync"), List.of());
	}

	/**
	 * Starts one that serves over TLS besides, in a directory that is deleted when it is
	 * closed; it may not answer yet.
	 * @param options what it shows, and whom it trusts
	 * @return the only member; close it
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static EtcdMembers startTls(List<String> options) {
		List<String> all = new ArrayList<>(options);
		all.add("--unsafe-no-fsync");
		return new EtcdMembers(null, 1, all, List.of(FreePort.pick()));
	}

	/**
	 * Starts one that serves clients over TLS alone, in a directory that is deleted when
	 * it is closed; it may not answer yet. Without TLS it says only whether it is well.
	 * The gateway of etcd 3.5 uses any address of its member, also one without TLS.
	 * @param options what it shows, and whom it trusts
	 * @return the only member; close it
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static EtcdMembers startOnlyTls(List<String> options) {
		List<String> all = new ArrayList<>(options);
		all.add("--unsafe-no-fsync");
		return new EtcdMembers(null, 1, all, List.of(FreePort.pick()), true);
	}

	/**
	 * Starts one that writes each change to the disk before it answers, as one in
	 * production does, in a directory that is deleted when it is closed; it may not
	 * answer yet.
	 * @return the only member; close it
	 * @throws IllegalStateException if there is no {@link #program()}
	 */
	public static EtcdMembers startDurable() {
		return new EtcdMembers(null, 1, List.of(), List.of());
	}

	private Process begin(int index) {
		String cluster = IntStream.range(0, this.peers.size())
			.mapToObj((i) -> "m" + i + "=http://127.0.0.1:" + this.peers.get(i))
			.collect(Collectors.joining(","));
		String client = "http://127.0.0.1:" + this.clients.get(index);
		String peer = "http://127.0.0.1:" + this.peers.get(index);
		ProcessBuilder builder = new ProcessBuilder(this.program.toString(), "--name", "m" + index, "--data-dir",
				data(index).toString(), "--listen-client-urls", clientAddresses(client), "--advertise-client-urls",
				this.onlyTls ? tlsEndpoint() : client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls",
				peer, "--initial-cluster", cluster);
		if (this.onlyTls) {
			builder.command().addAll(List.of("--listen-metrics-urls", client));
		}
		builder.command().addAll(this.options);
		builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log(index).toFile()));
		try {
			return builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String clientAddresses(String client) {
		if (this.onlyTls) {
			return tlsEndpoint();
		}
		return this.overTls.isEmpty() ? client : client + "," + tlsEndpoint();
	}

	private Path data(int index) {
		return this.directory.resolve("m" + index);
	}

	private Path log(int index) {
		return this.directory.resolve("m" + index + ".log");
	}

	/**
	 * Waits until the cluster serves a read.
	 * @throws IllegalStateException if it does not come up
	 */
	public void awaitAnswer() {
		try {
			BooleanSupplier alive = () -> this.processes.stream().anyMatch(Process::isAlive);
			if (this.onlyTls) {
				EtcdQuestion.awaitHealth(endpoints().get(0), alive);
			}
			else {
				EtcdQuestion.awaitAnswer(endpoints().get(0), alive);
			}
		}
		catch (IllegalStateException ex) {
			String said = said();
			close();
			throw new IllegalStateException("etcd did not come up: " + said, ex);
		}
	}

	private String said() {
		try {
			return Files.readString(log(0));
		}
		catch (IOException ex) {
			return "(no log: " + ex.getMessage() + ")";
		}
	}

	/**
	 * Where they serve clients.
	 * @return the addresses
	 */
	public List<String> endpoints() {
		return ports().stream().map((port) -> "http://127.0.0.1:" + port).toList();
	}

	/**
	 * Where they listen to clients, on the loopback address.
	 * @return the ports
	 */
	public List<Integer> ports() {
		return this.clients;
	}

	/**
	 * Where the only member serves over TLS.
	 * @return the address
	 */
	public String tlsEndpoint() {
		return "https://127.0.0.1:" + this.overTls.get(0);
	}

	/**
	 * The process of a member.
	 * @param index which one
	 * @return the process, which may be over
	 */
	public Process process(int index) {
		return this.processes.get(index);
	}

	/**
	 * Whether a member leads the others.
	 * @param index which one
	 * @return whether it says so
	 */
	public boolean leads(int index) {
		return EtcdQuestion.leads(endpoints().get(index));
	}

	/**
	 * Which member leads the others.
	 * @return its index, negative if none does
	 */
	public int leader() {
		return IntStream.range(0, this.clients.size())
			.filter((index) -> process(index).isAlive() && leads(index))
			.findFirst()
			.orElse(-1);
	}

	/**
	 * Kills a member; back when it is gone.
	 * @param index which one
	 * @return whether it ran
	 */
	public boolean kill(int index) {
		boolean ran = process(index).isAlive();
		ProcessEnd.await(process(index).destroyForcibly());
		return ran;
	}

	/**
	 * Starts one that was killed, with what it has written.
	 * @param index which one
	 */
	public void restart(int index) {
		this.processes.set(index, begin(index));
	}

	/**
	 * Kills a single server and starts it again without what it has written. Returns when
	 * it answers.
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
	 * Kills them and deletes their data, and a temporary directory with all that is in
	 * it. What they have said stays in one that was given.
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

}
