package io.github.lockstarter.proof.campaign;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.lockstarter.proof.fault.Signals;
import io.github.lockstarter.proof.workload.Client;
import io.github.lockstarter.proof.workload.ClientArguments;

/**
 * A client JVM, as a child of this one.
 */
final class ClientProcess {

	private static final long START_SECONDS = 180;

	private final String name;

	private final Process process;

	private final CountDownLatch ready = new CountDownLatch(1);

	private final Semaphore answers = new Semaphore(0);

	private volatile long operations;

	private volatile boolean done;

	ClientProcess(String name, String classPath, ClientArguments arguments, Path directory) {
		this.name = name;
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-Xss512k",
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, Client.class.getName()));
		command.addAll(arguments.words());
		try {
			this.process = new ProcessBuilder(command).redirectError(directory.resolve(name + ".log").toFile()).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.process.onExit().thenRun(this.ready::countDown);
		Thread reader = new Thread(this::read, "proof-client-" + name);
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try (BufferedReader output = new BufferedReader(new InputStreamReader(this.process.getInputStream()))) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				if (line.equals("ready")) {
					this.ready.countDown();
				}
				else if (line.equals("stepped") || line.equals("restarted")) {
					this.answers.release();
				}
				else if (line.startsWith("operations ")) {
					this.operations = Long.parseLong(line.substring("operations ".length()));
				}
				else if (line.startsWith("done ")) {
					this.operations = Long.parseLong(line.substring("done ".length()));
					this.done = true;
				}
			}
		}
		catch (IOException ex) {
			// it was killed
		}
	}

	String name() {
		return this.name;
	}

	/**
	 * How many operations it has done, a tenth of a second ago.
	 */
	long operations() {
		return this.operations;
	}

	/**
	 * Whether it ended by itself and wrote everything down.
	 */
	boolean isDone() {
		return this.done;
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	void awaitReady() throws InterruptedException {
		if (!this.ready.await(START_SECONDS, TimeUnit.SECONDS) || !this.process.isAlive()) {
			throw new IllegalStateException("Client " + this.name + " did not start, see its log");
		}
	}

	/**
	 * Sends it a line.
	 */
	void say(String line) {
		try {
			OutputStream out = this.process.getOutputStream();
			out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
			out.flush();
		}
		catch (IOException ex) {
			// it was killed
		}
	}

	/**
	 * Sends it a line that it answers.
	 * @return whether it did
	 */
	boolean ask(String line, long seconds) throws InterruptedException {
		this.answers.drainPermits();
		say(line);
		return this.answers.tryAcquire(seconds, TimeUnit.SECONDS);
	}

	/**
	 * Stops it.
	 * @return whether it stands still: the system says so, where it can be asked
	 */
	boolean pause() {
		Signals.send("STOP", Stream.of(this.process.toHandle()));
		return Signals.isStopped(this.process.toHandle());
	}

	void resume() {
		Signals.send("CONT", Stream.of(this.process.toHandle()));
	}

	/**
	 * Kills it; back when it is gone.
	 */
	void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	/**
	 * Waits for its end, and kills it if that does not come.
	 */
	void awaitEnd(long seconds) throws InterruptedException {
		if (!this.process.waitFor(seconds, TimeUnit.SECONDS)) {
			kill();
		}
	}

}
