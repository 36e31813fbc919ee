package io.github.lockstarter.benchmark.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.api.sync.RedisCommands;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * Counts by MONITOR, which tells requests from the commands that a script runs. Slows
 * Redis down: never used while a time is measured.
 */
public final class RequestCount implements AutoCloseable {

	private final RedisCommands<String, String> commands;

	private final Socket socket;

	private final BufferedReader reader;

	private final String end = UUID.randomUUID().toString();

	private final CountDownLatch ended = new CountDownLatch(1);

	private final Set<String> ignored;

	private long requests;

	private long all;

	private boolean counting;

	RequestCount(Endpoint endpoint, RedisCommands<String, String> commands, Set<String> ignored) {
		this.commands = commands;
		this.ignored = ignored;
		try {
			this.socket = new Socket(endpoint.host(), endpoint.port());
			this.socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
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

	private void read() {
		try {
			for (String line = this.reader.readLine(); line != null; line = this.reader.readLine()) {
				if (line.contains(this.end)) {
					this.ended.countDown();
					return;
				}
				count(line);
			}
		}
		catch (IOException ex) {
			// closed: stop() says that the end was not seen
		}
	}

	/**
	 * A line is {@code +1763724000.123456 [0 127.0.0.1:50000] "GET" "key"}; inside a
	 * script, the address is {@code lua}. The commands of a script follow the request.
	 */
	private void count(String line) {
		int begin = line.indexOf('[');
		String client = line.substring(line.indexOf(' ', begin) + 1, line.indexOf(']'));
		if (client.equals("lua")) {
			this.all += this.counting ? 1 : 0;
			return;
		}
		this.counting = !this.ignored.contains(client);
		if (this.counting) {
			this.requests++;
			this.all++;
		}
	}

	/**
	 * Ends the count.
	 */
	public void stop() {
		this.commands.echo(this.end);
		try {
			if (!this.ended.await(30, TimeUnit.SECONDS)) {
				throw new IllegalStateException("MONITOR has not shown the end");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Requests of clients. To be asked after {@link #stop()}.
	 * @return how many there were
	 */
	public long requests() {
		return this.requests;
	}

	/**
	 * Commands, those inside scripts included. To be asked after {@link #stop()}.
	 * @return how many there were
	 */
	public long commands() {
		return this.all;
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
