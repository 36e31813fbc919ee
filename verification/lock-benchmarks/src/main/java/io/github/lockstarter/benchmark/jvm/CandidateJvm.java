package io.github.lockstarter.benchmark.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * Another JVM that is a candidate. What it does as the leader is kept here, outside of
 * it.
 */
public final class CandidateJvm implements AutoCloseable {

	private final Process process;

	private final Register register;

	private final CountDownLatch ready = new CountDownLatch(1);

	private CandidateJvm(Process process, Register register) {
		this.process = process;
		this.register = register;
		Thread reader = new Thread(this::read, "candidate-" + process.pid());
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Starts a JVM like this one.
	 * @param contender how it takes part
	 * @param endpoint the store, and the lease
	 * @param register where its work is written down
	 * @return the JVM; close it
	 */
	public static CandidateJvm start(String contender, Endpoint endpoint, Register register) {
		try {
			return new CandidateJvm(
					new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
							"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
							Candidate.class.getName(), contender, endpoint.servers().get(0),
							Long.toString(endpoint.lease().toMillis()))
						.redirectError(ProcessBuilder.Redirect.INHERIT)
						.start(),
					register);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read() {
		try (BufferedReader lines = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				String[] words = line.split(" ");
				switch (words[0]) {
					case Candidate.READY -> this.ready.countDown();
					case Candidate.GRANTED -> this.register.granted(this, nanos(words), Long.parseLong(words[2]));
					case Candidate.WORKS -> this.register.works(this, nanos(words));
					case Candidate.REVOKED -> this.register.revoked(this, nanos(words));
					default -> System.err.println(line); // a log
				}
			}
		}
		catch (IOException ex) {
			// it is gone
		}
	}

	private static long nanos(String[] words) {
		return Long.parseLong(words[1]);
	}

	/**
	 * Waits until it takes part.
	 * @throws InterruptedException if interrupted
	 */
	public void awaitReady() throws InterruptedException {
		if (!this.ready.await(5, TimeUnit.MINUTES)) {
			throw new IllegalStateException("A candidate has not started");
		}
	}

	/**
	 * Lets it stop gracefully. Does not wait.
	 */
	public void stop() {
		try {
			this.process.getOutputStream().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Kills it (SIGKILL). Does not wait.
	 */
	public void kill() {
		this.process.destroyForcibly();
	}

	/**
	 * Stops the process without ending it (SIGSTOP).
	 */
	public void freeze() {
		signal("STOP");
	}

	/**
	 * Lets it continue (SIGCONT).
	 */
	public void thaw() {
		signal("CONT");
	}

	/**
	 * Whether the process runs.
	 * @return false once it has ended
	 */
	public boolean isAlive() {
		return this.process.isAlive();
	}

	private void signal(String signal) {
		try {
			int status = new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).start().waitFor();
			if (status != 0) {
				throw new IllegalStateException("kill -" + signal + " ended with " + status);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
