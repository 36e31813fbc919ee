package io.github.lockstarter.sample.stage.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A Redis of several on this machine. Its port names the directory of its files: so each
 * server of the sample can kill it and start it again, whichever of them has started it.
 */
public final class LocalNode {

	// A start takes 35 ms; a slow machine under load gets 800 times that.
	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private final InetSocketAddress address;

	private final Path directory;

	private final List<String> settings;

	LocalNode(int port, Path nodes, List<String> settings) {
		this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
		this.directory = nodes.resolve(Integer.toString(port));
		this.settings = settings;
	}

	/**
	 * Where it serves.
	 * @return the port
	 */
	public int port() {
		return this.address.getPort();
	}

	/**
	 * Where it serves.
	 * @return the address
	 */
	public InetSocketAddress address() {
		return this.address;
	}

	/**
	 * Asks it.
	 * @param commands what to ask
	 * @return the answers, as those of {@link RedisProbe}
	 * @throws IOException if it does not answer
	 */
	public List<String> ask(List<List<String>> commands) throws IOException {
		return RedisProbe.ask(this.address, commands);
	}

	/**
	 * Starts it, with no data, and returns when it answers. Does nothing if it runs.
	 * @throws IllegalStateException if it does not come up
	 */
	public void start() {
		if (isRunning()) {
			return;
		}
		EmbeddedRedis redis = launch();
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		while (!isRunning()) {
			if (System.nanoTime() > deadline || !redis.awaitBriefly()) {
				throw new IllegalStateException("The Redis at port " + port() + " did not come up: " + redis.output());
			}
		}
	}

	private EmbeddedRedis launch() {
		try {
			Files.createDirectories(this.directory);
			return EmbeddedRedis.start(this.address, this.directory, this.settings);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No Redis can be started at port " + port() + ": " + ex.getMessage(), ex);
		}
	}

	/**
	 * Kills it, as {@code kill -9} does, and returns when it is gone. What it knew is
	 * lost.
	 * @return whether it ran
	 */
	public boolean kill() {
		// Asked first: the number of a process that is gone may be that of a stranger
		boolean running = isRunning();
		if (running) {
			redis().kill();
		}
		return running;
	}

	/**
	 * The process that serves.
	 * @return its number, 0 where none was ever started
	 */
	public long pid() {
		return redis().pid();
	}

	boolean isRunning() {
		return RedisProbe.info(this.address).filter(redis()::isSelf).isPresent();
	}

	/**
	 * Whether a Redis serves there that is not this one.
	 */
	boolean isForeign() {
		Optional<String> info = RedisProbe.info(this.address);
		return info.isPresent() && !redis().isSelf(info.get());
	}

	/**
	 * Kills it, and takes its files away.
	 */
	void remove() {
		if (kill() || Files.exists(this.directory)) {
			EmbeddedRedis.deleteFiles(this.directory);
		}
	}

	private EmbeddedRedis redis() {
		return EmbeddedRedis.in(this.directory, this.address);
	}

}
