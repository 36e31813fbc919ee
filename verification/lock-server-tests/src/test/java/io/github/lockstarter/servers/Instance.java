package io.github.lockstarter.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.test.ProcessEnd;
import io.github.lockstarter.test.ShortJvm;

/**
 * The application in a JVM of its own.
 */
final class Instance implements AutoCloseable {

	// of a busy machine
	static final Duration PATIENCE = Duration.ofMinutes(5);

	private static final String END = "the application has ended";

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	private final Process process;

	private final PrintStream input;

	private Instance(Process process) {
		this.process = process;
		this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
		Thread reader = new Thread(this::read, "instance-output");
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Starts one; its first answer says that it has started.
	 */
	static Instance start(Map<String, String> properties) {
		List<String> command = ShortJvm.command("-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				CountingApplication.class.getName());
		properties.forEach((name, value) -> command.add("--" + name + "=" + value));
		try {
			return new Instance(new ProcessBuilder(command).redirectErrorStream(true).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read() {
		try (BufferedReader output = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8))) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				System.out.println(this.process.pid() + ": " + line);
				if (line.startsWith(CountingApplication.ANSWER)) {
					this.answers.add(line.substring(CountingApplication.ANSWER.length()));
				}
			}
		}
		catch (IOException ex) {
			// the end says it
		}
		this.answers.add(END);
	}

	void tell(String line) {
		this.input.println(line);
	}

	/**
	 * The answer to the line that was told before.
	 */
	String answer() throws InterruptedException {
		return Objects.requireNonNullElse(this.answers.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), "no answer");
	}

	String ask(String line) throws InterruptedException {
		tell(line);
		return answer();
	}

	@Override
	public void close() {
		this.input.close();
		try {
			this.process.waitFor(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		ProcessEnd.await(this.process.destroyForcibly());
	}

}
