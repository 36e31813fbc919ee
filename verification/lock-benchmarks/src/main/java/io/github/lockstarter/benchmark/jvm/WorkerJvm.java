package io.github.lockstarter.benchmark.jvm;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * Another JVM that does as it is told. It ends with its standard input, and so with this
 * JVM.
 */
public final class WorkerJvm implements AutoCloseable {

	// the jars of the starter and its stores
	private static final Pattern OURS = Pattern.compile("lock-(spring-boot|engine|store)-.*\\.jar");

	private final Process process;

	private final Writer commands;

	private final BufferedReader replies;

	private WorkerJvm(Process process) {
		this.process = process;
		this.commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
		this.replies = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	/**
	 * Starts a JVM like this one.
	 * @param endpoint where its locks are kept
	 * @return the JVM; close it
	 */
	public static WorkerJvm start(Endpoint endpoint) {
		return start(endpoint, System.getProperty("java.class.path"));
	}

	/**
	 * Starts a JVM like this one with an earlier starter. Only what an application can
	 * use works there.
	 * @param endpoint where its locks are kept
	 * @param starter the jars of the earlier starter, as a class path
	 * @return the JVM; close it
	 */
	public static WorkerJvm startWith(Endpoint endpoint, String starter) {
		String others = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !OURS.matcher(Path.of(entry).getFileName().toString()).matches())
			.collect(Collectors.joining(File.pathSeparator));
		return start(endpoint, starter + File.pathSeparator + others);
	}

	private static WorkerJvm start(Endpoint endpoint, String classPath) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
						"-XX:+UseSerialGC", "-cp", classPath, Worker.class.getName(),
						String.join(",", endpoint.servers()), Long.toString(endpoint.lease().toMillis())));
		try {
			return new WorkerJvm(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Gives an order without waiting for it to be carried out.
	 * @param words the command and its arguments, see {@link Worker}
	 */
	public void send(Object... words) {
		try {
			StringBuilder line = new StringBuilder();
			for (Object word : words) {
				line.append(word).append(' ');
			}
			this.commands.write(line.append('\n').toString());
			this.commands.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Waits for the next order to be carried out.
	 * @return what the worker says about it
	 */
	public String reply() {
		try {
			for (String line = this.replies.readLine(); line != null; line = this.replies.readLine()) {
				if (line.startsWith(Worker.REPLY)) {
					return line.substring(Worker.REPLY.length());
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		throw new IllegalStateException("A worker has ended early");
	}

	/**
	 * Gives an order and waits for it to be carried out.
	 * @param words the command and its arguments
	 * @return what the worker says about it
	 */
	public String call(Object... words) {
		send(words);
		return reply();
	}

	/**
	 * Gives the same load to several JVMs at once.
	 * @param workers the JVMs
	 * @param words the command and its arguments
	 * @return what came of it in all
	 */
	public static LoadResult load(List<WorkerJvm> workers, Object... words) {
		workers.forEach((worker) -> worker.send(words));
		return replies(workers);
	}

	/**
	 * Waits for a load that several JVMs were given.
	 * @param workers the JVMs
	 * @return what came of it in all
	 */
	public static LoadResult replies(List<WorkerJvm> workers) {
		return LoadResult.sum(workers.stream().map(WorkerJvm::reply).map(LoadResult::ofLine).toList());
	}

	@Override
	public void close() {
		try {
			this.commands.close();
			if (!this.process.waitFor(5, TimeUnit.SECONDS)) {
				this.process.destroyForcibly().waitFor();
			}
		}
		catch (IOException ex) {
			this.process.destroyForcibly();
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
