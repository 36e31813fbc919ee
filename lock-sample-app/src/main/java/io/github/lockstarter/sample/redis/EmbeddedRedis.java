package io.github.lockstarter.sample.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import redis.embedded.RedisExecProvider;

/**
 * A real redis-server, unpacked from a jar and run as a child process. It keeps nothing
 * on disk. It ends with {@link #stop()}; if this process is killed before, it stays, and
 * the next start of the sample uses it.
 */
final class EmbeddedRedis {

	private final Process process;

	private final Path output;

	private EmbeddedRedis(Process process, Path output) {
		this.process = process;
		this.output = output;
	}

	// One at a time: while a file that is being unpacked is open in a process forked
	// meanwhile, it cannot be executed.
	static synchronized EmbeddedRedis start(InetSocketAddress address) throws IOException {
		File binary = binary();
		Path output = Files.createTempFile("lock-sample-redis", ".log");
		Process process = new ProcessBuilder(binary.getAbsolutePath(), "--port", Integer.toString(address.getPort()),
				"--bind", address.getAddress().getHostAddress(), "--save", "", "--appendonly", "no")
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		return new EmbeddedRedis(process, output);
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

	long pid() {
		return this.process.pid();
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
	 * @return whether the process is still alive
	 */
	boolean awaitBriefly() {
		try {
			TimeUnit.MILLISECONDS.sleep(10);
			return this.process.isAlive();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	boolean lostThePort() {
		return output().contains("Failed listening on port");
	}

	String output() {
		try {
			return Files.readString(this.output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void stop() {
		this.process.destroyForcibly();
		this.process.onExit().join();
		try {
			Files.deleteIfExists(this.output);
		}
		catch (IOException ex) {
			// a temporary file: the system clears it
		}
	}

}
