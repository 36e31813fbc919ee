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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Members of one cluster of etcd, as processes of this machine on free ports. What they
 * write does not wait for the disk, which outlives them.
 */
public final class EtcdMembers implements AutoCloseable {

	/**
	 * The environment variable that names the program.
	 */
	public static final String VARIABLE = "LOCK_TEST_ETCD";

	private static final Pattern VERSION = Pattern.compile("etcd Version: (\\d+)\\.(\\d+)");

	private final Path program;

	private final Path directory;

	private final List<Integer> clients;

	private final List<Integer> peers;

	private final List<String> options;

	private final List<Integer> overTls;

	private final List<Process> processes = new ArrayList<>();

	private EtcdMembers(Path program, Path directory, int size, List<String> options) {
		this.program = program;
		this.directory = directory;
		this.clients = IntStream.range(0, size).mapToObj((i) -> FreePort.pick()).toList();
		this.peers = IntStream.range(0, size).mapToObj((i) -> FreePort.pick()).toList();
		this.options = options;
		this.overTls = options.isEmpty() ? List.of() : List.of(FreePort.pick());
		for (int i = 0; i < size; i++) {
			this.processes.add(begin(i));
		}
		Runtime.getRuntime().addShutdownHook(new Thread(this::killAll));
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
		try {
			Process process = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
			Matcher version = VERSION
				.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
			if (!version.find()) {
				return false;
			}
			int major = Integer.parseInt(version.group(1));
			return major > 3 || (major == 3 && Integer.parseInt(version.group(2)) >= 4);
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Starts them; they may not answer yet.
	 * @param program the program
	 * @param directory where they write, each its data and its log; it exists
	 * @param size how many there are
	 * @return the members; close them
	 */
	public static EtcdMembers start(Path program, Path directory, int size) {
		return new EtcdMembers(program, directory, size, List.of());
	}

	/**
	 * Starts one that serves over TLS besides; it may not answer yet.
	 * @param program the program
	 * @param directory where it writes its data and its log; it exists
	 * @param options what it shows, and whom it trusts
	 * @return the only member; close it
	 */
	public static EtcdMembers startTls(Path program, Path directory, List<String> options) {
		return new EtcdMembers(program, directory, 1, options);
	}

	private Process begin(int index) {
		String cluster = IntStream.range(0, this.peers.size())
			.mapToObj((i) -> "m" + i + "=http://127.0.0.1:" + this.peers.get(i))
			.collect(Collectors.joining(","));
		String client = "http://127.0.0.1:" + this.clients.get(index);
		String peer = "http://127.0.0.1:" + this.peers.get(index);
		ProcessBuilder builder = new ProcessBuilder(this.program.toString(), "--name", "m" + index, "--data-dir",
				data(index).toString(), "--listen-client-urls",
				this.overTls.isEmpty() ? client : client + ",https://127.0.0.1:" + tlsPort(), "--advertise-client-urls",
				client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster,
				"--unsafe-no-fsync");
		builder.command().addAll(this.options);
		builder.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(this.directory.resolve("m" + index + ".log").toFile()));
		try {
			return builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path data(int index) {
		return this.directory.resolve("m" + index);
	}

	/**
	 * Where they listen to clients, on the loopback address.
	 * @return the ports
	 */
	public List<Integer> ports() {
		return this.clients;
	}

	/**
	 * Where the only member serves over TLS, on the loopback address.
	 * @return the port
	 */
	public int tlsPort() {
		return this.overTls.get(0);
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
	 * Deletes what one that was killed has written.
	 * @param index which one
	 */
	public void forget(int index) {
		try (Stream<Path> files = Files.walk(data(index))) {
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
	 * Kills them and deletes their data. What they have said stays.
	 */
	@Override
	public void close() {
		killAll();
		for (int i = 0; i < this.processes.size(); i++) {
			if (Files.exists(data(i))) {
				forget(i);
			}
		}
	}

}
