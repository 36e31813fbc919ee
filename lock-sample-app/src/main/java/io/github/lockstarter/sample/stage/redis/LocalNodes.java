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
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.env.Environment;

/**
 * The nodes on this machine that the sample starts with {@code --cluster} or
 * {@code --quorum}. Each instance finds them by their ports.
 */
public final class LocalNodes {

	private static final Log logger = LogFactory.getLog(LocalNodes.class);

	private final Kind kind;

	private final Path directory;

	private final List<LocalNode> nodes;

	LocalNodes(Kind kind, Path directory, List<Integer> ports) {
		this.kind = kind;
		this.directory = directory;
		this.nodes = ports.stream().map((port) -> new LocalNode(port, directory, kind.settings)).toList();
	}

	/**
	 * Those that this instance uses.
	 * @param environment the settings of this instance
	 * @return the nodes, or empty if it was started without
	 */
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

	/**
	 * What they are together.
	 * @return the kind
	 */
	public Kind kind() {
		return this.kind;
	}

	/**
	 * All of them, whether they run or not.
	 * @return the nodes, in the order in which they were configured
	 */
	public List<LocalNode> all() {
		return this.nodes;
	}

	/**
	 * Sees to it that they run.
	 * @return whether they are to end with this instance: not if another one that lives
	 * has started them
	 * @throws IllegalStateException if they cannot be had
	 */
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
		// What an instance that was killed has left behind
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
			LocalCluster cluster = new LocalCluster(this.nodes);
			cluster.form();
			cluster.awaitWhole();
		}
	}

	/**
	 * Ends them, and takes their files away.
	 */
	void stop() {
		this.nodes.forEach(LocalNode::remove);
	}

	/**
	 * What the nodes are together.
	 */
	public enum Kind {

		/** A Redis Cluster: masters, and a replica of each. */
		CLUSTER(LocalCluster.SETTINGS),

		/** Masters that know nothing of each other; a majority of them has a lock. */
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
