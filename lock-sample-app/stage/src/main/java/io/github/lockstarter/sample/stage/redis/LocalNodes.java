package io.github.lockstarter.sample.stage.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.env.Environment;

/**
 * The Redis nodes on this machine that the sample starts with {@code --cluster} or
 * {@code --quorum}. Each instance finds them by their ports.
 */
public final class LocalNodes {

	private static final Log logger = LogFactory.getLog(LocalNodes.class);

	private static final int SLOTS = 16_384;

	// It takes two seconds.
	private static final long PATIENCE_SECONDS = 30;

	// A dead master is replaced after about two seconds; the others serve meanwhile.
	private static final List<String> CLUSTER_SETTINGS = List.of("--cluster-enabled", "yes", "--cluster-node-timeout",
			"1000", "--cluster-require-full-coverage", "no", "--cluster-replica-validity-factor", "0",
			"--repl-diskless-sync-delay", "0");

	private final Kind kind;

	private final Path directory;

	private final List<LocalNode> nodes;

	LocalNodes(Kind kind, Path directory, List<Integer> ports) {
		this.kind = kind;
		this.directory = directory;
		this.nodes = ports.stream().map((port) -> new LocalNode(port, directory, kind.settings)).toList();
	}

	// Empty if this instance was started without nodes.
	public static Optional<LocalNodes> of(Environment environment) {
		String kind = environment.getProperty("sample.nodes.kind", "");
		return kind.isEmpty() ? Optional.empty() : Optional.of(of(Kind.valueOf(kind), environment));
	}

	static LocalNodes of(Kind kind, Environment environment) {
		String ports = environment.getRequiredProperty("sample.nodes." + kind.option() + "-ports");
		Path directory = Path.of(environment.getRequiredProperty("sample.nodes.directory"), kind.option());
		return new LocalNodes(kind, directory,
				List.of(ports.split(",")).stream().map((port) -> Integer.valueOf(port.strip())).toList());
	}

	public Kind kind() {
		return this.kind;
	}

	// Running or not, in the order of the configuration.
	public List<LocalNode> all() {
		return this.nodes;
	}

	// Starts them if necessary. Returns whether this instance has to stop them: not if
	// another running instance has started them.
	boolean ensure() {
		try {
			Files.createDirectories(this.directory);
			try (FileChannel file = FileChannel.open(this.directory.resolve("lock"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE); FileLock alone = file.lock()) {
				return ensureAlone(this.directory.resolve("owner"));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean ensureAlone(Path owner) throws IOException {
		String ports = this.nodes.stream()
			.map((node) -> Integer.toString(node.port()))
			.collect(Collectors.joining(", "));
		if (isAlive(owner) && this.nodes.stream().anyMatch(LocalNode::isRunning)) {
			this.nodes.forEach(LocalNode::start);
			logger.info("Uses the Redis nodes of another instance, at the ports " + ports);
			return false;
		}
		// left behind by an instance that was killed
		this.nodes.forEach(LocalNode::remove);
		this.nodes.stream().filter(LocalNode::isForeign).findFirst().ifPresent((node) -> {
			throw new IllegalStateException("Another Redis serves at port " + node.port()
					+ ". Stop it, or choose other ports with --sample.nodes." + this.kind.option() + "-ports");
		});
		try {
			startAll();
		}
		catch (RuntimeException ex) {
			stop();
			throw ex;
		}
		Files.writeString(owner, Long.toString(ProcessHandle.current().pid()));
		logger
			.info("Started " + this.nodes.size() + " Redis nodes, which end with this instance, at the ports " + ports);
		return true;
	}

	private static boolean isAlive(Path owner) throws IOException {
		return Files.exists(owner)
				&& ProcessHandle.of(Long.parseLong(Files.readString(owner))).filter(ProcessHandle::isAlive).isPresent();
	}

	private void startAll() {
		this.nodes.forEach(LocalNode::start);
		if (this.kind == Kind.CLUSTER) {
			formCluster();
			awaitWholeCluster();
		}
	}

	// The first half become masters with equal shares of the slots, each with one
	// replica.
	private void formCluster() {
		int masters = this.nodes.size() / 2;
		for (int i = 0; i < masters; i++) {
			LocalNode master = this.nodes.get(i);
			// otherwise they would have to find out which one is older
			tell(master, "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
			tell(master, "CLUSTER", "ADDSLOTSRANGE", Integer.toString(i * SLOTS / masters),
					Integer.toString((i + 1) * SLOTS / masters - 1));
		}
		LocalNode first = this.nodes.get(0);
		this.nodes.stream()
			.skip(1)
			.forEach((node) -> tell(first, "CLUSTER", "MEET", node.address().getAddress().getHostAddress(),
					Integer.toString(node.port())));
		await("know each other", () -> this.nodes.stream().allMatch(this::knowsAll));
		for (int i = 0; i < masters; i++) {
			tell(this.nodes.get(masters + i), "CLUSTER", "REPLICATE", tell(this.nodes.get(i), "CLUSTER", "MYID"));
		}
	}

	// Until all slots are served, and each replica is in sync.
	private void awaitWholeCluster() {
		await("serve all slots", () -> this.nodes.stream().allMatch(LocalNodes::isWhole));
	}

	private boolean knowsAll(LocalNode node) {
		List<String> known = tell(node, "CLUSTER", "NODES").lines().toList();
		return known.size() == this.nodes.size() && known.stream().noneMatch((line) -> line.contains("handshake"));
	}

	private static boolean isWhole(LocalNode node) {
		String replication = tell(node, "INFO", "replication");
		return tell(node, "CLUSTER", "INFO").contains("cluster_state:ok")
				&& (replication.contains("role:master") || replication.contains("master_link_status:up"));
	}

	private static void await(String what, BooleanSupplier condition) {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() > deadline || !EmbeddedRedis.pause()) {
				throw new IllegalStateException(
						"The nodes of the cluster do not " + what + " within " + PATIENCE_SECONDS + " seconds");
			}
		}
	}

	private static String tell(LocalNode node, String... command) {
		try {
			String answer = node.ask(List.of(List.of(command))).get(0);
			if (answer.startsWith("-")) {
				throw new IllegalStateException("The node at port " + node.port() + " refuses "
						+ String.join(" ", command) + ": " + answer.substring(1));
			}
			return answer;
		}
		catch (IOException ex) {
			throw new IllegalStateException("The node at port " + node.port() + " does not answer", ex);
		}
	}

	void stop() {
		this.nodes.forEach(LocalNode::remove);
	}

	/**
	 * How the nodes work together.
	 */
	public enum Kind {

		/**
		 * A Redis Cluster: masters with a replica each.
		 */
		CLUSTER(CLUSTER_SETTINGS),

		/**
		 * Independent masters; a majority grants a lock.
		 */
		QUORUM(List.of());

		private final List<String> settings;

		Kind(List<String> settings) {
			this.settings = settings;
		}

		String option() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
