package io.github.lockstarter.sample.stage.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisExecProvider;

/**
 * A real redis-server from a jar, without persistence. It runs as a daemon outside the
 * process group of this JVM: Ctrl-C goes to the whole group, and would stop Redis while
 * the servers still release their locks. If this process is killed before
 * {@link #stop()}, Redis remains, and the next start uses it.
 */
final class EmbeddedRedis {

	private static final int PAUSES = 200;

	private final InetSocketAddress address;

	private final @Nullable Process launcher;

	private final Path directory;

	private EmbeddedRedis(InetSocketAddress address, @Nullable Process launcher, Path directory) {
		this.address = address;
		this.launcher = launcher;
		this.directory = directory;
	}

	static EmbeddedRedis start(InetSocketAddress address) throws IOException {
		return start(address, Files.createTempDirectory("lock-sample-redis"), List.of());
	}

	// Does not wait until it answers. Synchronized, because a file that is being unpacked
	// cannot be executed while a concurrently forked process has it open.
	static synchronized EmbeddedRedis start(InetSocketAddress address, Path directory, List<String> settings)
			throws IOException {
		File binary = binary();
		Path output = output(directory);
		List<String> command = new ArrayList<>(List.of(binary.getAbsolutePath(), "--port",
				Integer.toString(address.getPort()), "--bind", address.getAddress().getHostAddress(), "--dir",
				directory.toString(), "--save", "", "--appendonly", "no", "--daemonize", "yes", "--logfile",
				output.toString(), "--pidfile", pidFile(directory).toString()));
		command.addAll(settings);
		Process launcher = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
			.start();
		return new EmbeddedRedis(address, launcher, directory);
	}

	// Finds the server with that directory, also if another instance has started it.
	static EmbeddedRedis in(Path directory, InetSocketAddress address) {
		return new EmbeddedRedis(address, null, directory);
	}

	private static File binary() throws IOException {
		try {
			return RedisExecProvider.defaultProvider().get();
		}
		catch (RuntimeException ex) {
			String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
			throw new IOException("there is no embedded Redis for " + system
					+ ". Run the sample in WSL, or start a Redis or Valkey of your own at that address", ex);
		}
	}

	// Zero if it does not serve. The file exists before the server answers.
	long pid() {
		try {
			Path file = pidFile(this.directory);
			return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
		}
		catch (IOException | NumberFormatException ex) {
			return 0;
		}
	}

	// Another server may have won the port.
	boolean isSelf(String info) {
		return info.contains("process_id:" + pid() + "\n");
	}

	// Returns whether a server that does not answer yet may still do so.
	boolean awaitBriefly() {
		return pause() && (this.launcher == null || hasLaunched(this.launcher));
	}

	boolean lostThePort() {
		return output().contains("Failed listening on port");
	}

	String output() {
		try {
			return Files.readString(output(this.directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// A server without a process id has lost the port to another, which is left alone.
	void kill() {
		if (this.launcher != null) {
			awaitDecision(this.launcher);
			this.launcher.destroyForcibly();
		}
		long pid = pid();
		if (pid > 0) {
			ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
			awaitSilence();
		}
	}

	// A server that is still starting would take the port later, when its current owner
	// ends
	private void awaitDecision(Process launcher) {
		for (int i = 0; i < PAUSES && pid() == 0 && !lostThePort() && hasLaunched(launcher); i++) {
			if (!pause()) {
				return;
			}
		}
	}

	private static boolean hasLaunched(Process launcher) {
		return launcher.isAlive() || launcher.exitValue() == 0;
	}

	void stop() {
		kill();
		deleteFiles(this.directory);
	}

	static void deleteFiles(Path directory) {
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			// temporary files: the system removes them
		}
	}

	// waits for its silence and not for its process, which its new parent may never
	// collect
	private void awaitSilence() {
		for (int i = 0; i < PAUSES && RedisProbe.info(this.address).isPresent(); i++) {
			if (!pause()) {
				return;
			}
		}
	}

	static boolean pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(10);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private static Path output(Path directory) {
		return directory.resolve("redis.log");
	}

	private static Path pidFile(Path directory) {
		return directory.resolve("redis.pid");
	}

}
