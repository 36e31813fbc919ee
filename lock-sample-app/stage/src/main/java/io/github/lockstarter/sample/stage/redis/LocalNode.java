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
 * One of several Redis nodes on this machine. Its directory is named after its port, so
 * every server of the sample can kill and start it.
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

	public int port() {
		return this.address.getPort();
	}

	public InetSocketAddress address() {
		return this.address;
	}

	public List<String> ask(List<List<String>> commands) throws IOException {
		return RedisProbe.ask(this.address, commands);
	}

	// Starts without data, and returns when it answers. No effect if it runs.
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

	// As kill -9; returns when it is gone. Its data is lost.
	public boolean kill() {
		// read before, because the process id may be reused afterwards
		boolean running = isRunning();
		if (running) {
			redis().kill();
		}
		return running;
	}

	// Zero if it was never started.
	public long pid() {
		return redis().pid();
	}

	boolean isRunning() {
		return RedisProbe.info(this.address).filter(redis()::isSelf).isPresent();
	}

	// Another Redis serves at this port.
	boolean isForeign() {
		Optional<String> info = RedisProbe.info(this.address);
		return info.isPresent() && !redis().isSelf(info.get());
	}

	void remove() {
		if (kill() || Files.exists(this.directory)) {
			EmbeddedRedis.deleteFiles(this.directory);
		}
	}

	private EmbeddedRedis redis() {
		return EmbeddedRedis.in(this.directory, this.address);
	}

}
