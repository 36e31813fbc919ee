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
 * A real redis-server, unpacked from a jar. It keeps nothing on disk. It runs as a
 * daemon, out of the process group of this JVM: a Ctrl-C goes to the whole group, and
 * would stop it while the servers still release their locks. It ends with
 * {@link #stop()}; if this process is killed before, it stays, and the next start of the
 * sample uses it.
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

	/**
	 * Starts one, and does not wait until it answers.
	 * @param address where it is to serve
	 * @param directory where it is to keep its files
	 * @param settings further arguments of redis-server
	 */
	// One at a time: while a file that is being unpacked is open in a process forked
	// meanwhile, it cannot be executed.
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

	/**
	 * The one that keeps its files in a directory, whoever has started it.
	 */
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

	/**
	 * The process id of the server. It is there before the server answers.
	 * @return the id, or 0 where it does not serve
	 */
	long pid() {
		try {
			Path file = pidFile(this.directory);
			return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
		}
		catch (IOException | NumberFormatException ex) {
			return 0;
		}
	}

	/**
	 * Whether a reply comes from this server, and not from another that won the port.
	 * @param info the reply to INFO
	 * @return whether it carries this process id
	 */
	boolean isSelf(String info) {
		return info.contains("process_id:" + pid() + "\n");
	}

	/**
	 * Waits a moment for a server that does not answer yet.
	 * @return whether it may still come
	 */
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

	/**
	 * Kills the server, and returns when it does not answer any more. One that has lost
	 * the port has no process id, and the server that won it is left alone.
	 */
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

	// The server may be on its way still: left alone, it would take the port when whoever
	// has it ends
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

	/**
	 * The same, and takes its files away.
	 */
	void stop() {
		kill();
		deleteFiles(this.directory);
	}

	static void deleteFiles(Path directory) {
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			// temporary files: the system clears them
		}
	}

	// Not its process: whatever adopted it may never take notice of its end
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
