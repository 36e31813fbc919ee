package io.github.lockstarter.benchmark.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.report.Statistics;
import io.github.lockstarter.test.TestRedis;

/**
 * The one Redis of a run. It is asked about its work over a connection of its own, and
 * never changed.
 */
public final class MeasuredRedis implements AutoCloseable {

	private final Endpoint endpoint;

	private final @Nullable TestRedis embedded;

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private MeasuredRedis(String host, int port, @Nullable TestRedis embedded) {
		this.endpoint = Endpoint.at(host, port);
		this.embedded = embedded;
		this.client = RedisClient.create("redis://" + host + ":" + port);
		this.connection = this.client.connect();
	}

	/**
	 * Starts an embedded server on a free port.
	 * @return the server; close it
	 */
	public static MeasuredRedis start() {
		TestRedis embedded = TestRedis.start();
		return new MeasuredRedis(embedded.host(), embedded.port(), embedded);
	}

	/**
	 * Uses a server that runs elsewhere.
	 * @param address host:port
	 * @return the server; close it, which leaves the server alone
	 */
	public static MeasuredRedis at(String address) {
		int colon = address.lastIndexOf(':');
		return new MeasuredRedis(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)), null);
	}

	/**
	 * Where contenders connect to.
	 * @return the address, with the default lease
	 */
	public Endpoint endpoint() {
		return this.endpoint;
	}

	/**
	 * Which Redis it is.
	 * @return version and origin
	 */
	public String description() {
		return info("server").get("redis_version")
				+ ((this.embedded != null) ? " (embedded)" : " at " + this.endpoint.host());
	}

	/**
	 * How much it has worked so far.
	 * @return counters that only grow
	 */
	public Usage usage() {
		Map<String, String> cpu = info("cpu");
		Map<String, String> stats = info("stats");
		return new Usage(
				Double.parseDouble(cpu.get("used_cpu_user")) * 1e6 + Double.parseDouble(cpu.get("used_cpu_sys")) * 1e6,
				Double.parseDouble(stats.get("total_net_input_bytes")),
				Double.parseDouble(stats.get("total_net_output_bytes")), System.nanoTime() / 1e9);
	}

	/**
	 * How many clients are connected, this one among them.
	 * @return the number of connections
	 */
	public int connections() {
		return clients().size();
	}

	/**
	 * How much memory its data takes.
	 * @return bytes
	 */
	public long memory() {
		return Long.parseLong(info("memory").get("used_memory"));
	}

	/**
	 * How many keys it has, also those that are over and not yet removed.
	 * @return their number
	 */
	public long keys() {
		return this.connection.sync().dbsize();
	}

	/**
	 * How long a PING takes.
	 * @return the median of some, in microseconds
	 */
	public double roundTripMicros() {
		List<Double> micros = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			long begin = System.nanoTime();
			this.connection.sync().ping();
			micros.add((System.nanoTime() - begin) / 1e3);
		}
		return Statistics.median(micros);
	}

	/**
	 * Who is connected, this one among them.
	 * @return the addresses of the clients
	 */
	public Set<String> clients() {
		return Pattern.compile("\\baddr=(\\S+)")
			.matcher(this.connection.sync().clientList())
			.results()
			.map((match) -> match.group(1))
			.collect(Collectors.toSet());
	}

	/**
	 * Watches the requests that come in from now on.
	 * @param ignored clients that do not count
	 * @return the count; close it
	 */
	public RequestCount countRequests(Set<String> ignored) {
		return new RequestCount(this.endpoint, ignored);
	}

	private Map<String, String> info(String section) {
		Map<String, String> fields = new HashMap<>();
		this.connection.sync().info(section).lines().filter((line) -> line.contains(":")).forEach((line) -> {
			int colon = line.indexOf(':');
			fields.put(line.substring(0, colon), line.substring(colon + 1));
		});
		return fields;
	}

	@Override
	public void close() {
		this.client.shutdown();
		if (this.embedded != null) {
			this.embedded.close();
		}
	}

}
