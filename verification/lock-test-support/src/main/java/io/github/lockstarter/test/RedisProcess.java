package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.test.RespClient.RedisRefusedException;

/**
 * A redis-server as a child of this JVM, in a temporary directory of its own. None
 * outlives the JVM, unless that is killed.
 */
final class RedisProcess {

	// A start takes 35 ms; a machine under load gets a thousand times that, and more.
	private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

	private static final Set<RedisProcess> LIVE = ConcurrentHashMap.newKeySet();

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			SharedRedis.awaitUsersGone();
			LIVE.forEach(RedisProcess::close);
		}, "lock-test-redis-shutdown"));
	}

	private final Path directory;

	private final int port;

	private final @Nullable String password;

	private final List<String> command;

	private volatile Process process;

	RedisProcess(Path directory, int port, @Nullable String password, List<String> arguments) {
		this.directory = directory;
		this.port = port;
		this.password = password;
		this.command = new ArrayList<>(arguments);
		this.command.add(0, RedisBinary.path());
		this.process = launch();
		LIVE.add(this);
		awaitReady();
	}

	private Process launch() {
		try {
			return new ProcessBuilder(this.command).directory(this.directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start " + this.command, ex);
		}
	}

	private void awaitReady() {
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		while (!answers()) {
			if (!this.process.isAlive() || System.nanoTime() > deadline) {
				String log = readLog();
				close();
				if (log.contains("Failed listening on port")) {
					throw new PortTakenException(this.port);
				}
				throw new IllegalStateException("Redis did not start: " + this.command + "\n" + log);
			}
			pauseBriefly();
		}
	}

	// The process id, because on a port that was taken meanwhile somebody else's Redis
	// would answer a PING as well.
	private boolean answers() {
		try {
			Object info = RespClient.call("127.0.0.1", this.port, this.password, "INFO", "server");
			return String.valueOf(info).contains("process_id:" + pid() + "\r");
		}
		catch (RedisRefusedException ex) {
			throw new IllegalStateException("Redis refuses the fixture: " + ex.getMessage(), ex);
		}
		catch (IOException ex) {
			return false;
		}
	}

	private void pauseBriefly() {
		try {
			this.process.waitFor(5, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			close();
			throw new IllegalStateException("Interrupted while Redis was starting", ex);
		}
	}

	long pid() {
		return this.process.pid();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * SIGKILL, which a stopped process obeys as well; back when the process is gone.
	 */
	void kill() {
		this.process.destroyForcibly();
		ProcessEnd.await(this.process);
	}

	void signal(String name) {
		try {
			// that of the shell: not every system has a program of that name
			int status = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start().waitFor();
			if (status != 0) {
				throw new IllegalStateException("kill -" + name + " " + pid() + " ended with " + status);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while signalling Redis", ex);
		}
	}

	void restart() {
		kill();
		this.process = launch();
		awaitReady();
	}

	void close() {
		if (LIVE.remove(this)) {
			kill();
			deleteDirectory();
		}
	}

	private Path log() {
		return this.directory.resolve("redis.log");
	}

	private String readLog() {
		try {
			return Files.readString(log());
		}
		catch (IOException ex) {
			return "(no log: " + ex.getMessage() + ")";
		}
	}

	private void deleteDirectory() {
		try (Stream<Path> files = Files.list(this.directory)) {
			for (Path file : files.toList()) {
				Files.deleteIfExists(file);
			}
			Files.deleteIfExists(this.directory);
		}
		catch (IOException ex) {
			// a temporary directory: the system clears it
		}
	}

	/**
	 * Somebody else bound the port between its choice and the start.
	 */
	static final class PortTakenException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		PortTakenException(int port) {
			super("Port " + port + " is taken");
		}

	}

}
