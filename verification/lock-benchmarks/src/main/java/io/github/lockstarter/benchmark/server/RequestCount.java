package io.github.lockstarter.benchmark.server;

import java.util.Set;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * Counts by MONITOR, which tells requests from the commands that a script runs. Slows
 * Redis down: never used while a time is measured.
 */
public final class RequestCount implements AutoCloseable {

	private static final String PING = "\"PING\"";

	private final Monitor monitor;

	private final Set<String> ignored;

	private long requests;

	private long all;

	private long pings;

	private boolean counting;

	RequestCount(Endpoint endpoint, Set<String> ignored) {
		this.ignored = ignored;
		this.monitor = new Monitor(endpoint.host(), endpoint.port(), this::count);
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
			this.pings += line.startsWith(PING, line.indexOf(']') + 2) ? 1 : 0;
		}
	}

	/**
	 * Ends the count.
	 */
	public void stop() {
		this.monitor.stop();
	}

	/**
	 * Requests of clients. To be asked after {@link #stop()}.
	 * @return how many there were
	 */
	public long requests() {
		return this.requests;
	}

	/**
	 * Requests of clients that look whether their connection lives: they come by the
	 * clock, and not by what a client does. To be asked after {@link #stop()}.
	 * @return how many of the requests
	 */
	public long pings() {
		return this.pings;
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
		this.monitor.close();
	}

}
