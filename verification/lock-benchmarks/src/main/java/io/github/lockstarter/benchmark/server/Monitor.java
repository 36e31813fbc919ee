package io.github.lockstarter.benchmark.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads what MONITOR shows, from its construction on. Slows Redis down: never used while
 * a time is measured.
 */
final class Monitor implements AutoCloseable {

	private final String host;

	private final int port;

	private final Consumer<String> lines;

	private final Socket socket;

	private final BufferedReader reader;

	private final String end = UUID.randomUUID().toString();

	private final CountDownLatch ended = new CountDownLatch(1);

	/**
	 * Begins to read.
	 * @param host the host of Redis
	 * @param port the port of Redis
	 * @param lines gets each line, on a thread of the monitor
	 */
	Monitor(String host, int port, Consumer<String> lines) {
		this.host = host;
		this.port = port;
		this.lines = lines;
		try {
			this.socket = new Socket(host, port);
			send(this.socket, "MONITOR");
			this.reader = new BufferedReader(
					new InputStreamReader(this.socket.getInputStream(), StandardCharsets.ISO_8859_1));
			this.reader.readLine();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread thread = new Thread(this::read, "benchmark-monitor");
		thread.setDaemon(true);
		thread.start();
	}

	private static void send(Socket socket, String command) throws IOException {
		socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
	}

	private void read() {
		try {
			for (String line = this.reader.readLine(); line != null; line = this.reader.readLine()) {
				if (line.contains(this.end)) {
					this.ended.countDown();
					return;
				}
				this.lines.accept(line);
			}
		}
		catch (IOException ex) {
			// closed: stop() says that the end was not seen
		}
	}

	/**
	 * Returns when all lines up to now are read, and reads no more.
	 */
	void stop() {
		try (Socket last = new Socket(this.host, this.port)) {
			send(last, "ECHO " + this.end);
			if (!this.ended.await(30, TimeUnit.SECONDS)) {
				throw new IllegalStateException("MONITOR has not shown the end");
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
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
