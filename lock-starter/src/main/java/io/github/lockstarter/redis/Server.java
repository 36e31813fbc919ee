package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The server that a connection leads to, as it says itself. An address would not tell,
 * because after a failover another server may have it.
 *
 * @param runId the id of this run of it: the same text for as long as it runs, empty if
 * that is not known
 * @param channels what the names of the channels begin with on which it tells instances;
 * the client id follows
 * @param uptimeSeconds how long it had been up when it was asked, less than a second too
 * much or too little, negative if that is not known
 * @param isCluster whether it says that it is a node of a Redis Cluster
 */
record Server(String runId, String channels, long uptimeSeconds, boolean isCluster) {

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	/**
	 * Where it does not matter which one it is.
	 */
	static final Server ANY = new Server("", "", -1, false);

	/**
	 * Asks the server.
	 * @param channels what the names of its channels begin with
	 * @return what it says; nothing is known where it cannot be asked, such as without
	 * the right to INFO
	 */
	static CompletionStage<Server> ask(RedisAsyncCommands<String, String> commands, String channels) {
		return commands.info("server").handle((info, failure) -> {
			if (failure != null) {
				logger.debug("Redis does not tell which server it is: messages to waiters are confirmed", failure);
			}
			return read((failure != null) ? "" : info, channels);
		});
	}

	/**
	 * Asks a server of a quorum. Fails where it does not say: without the right to INFO
	 * nobody knows whether it has restarted.
	 * @param channels what the names of its channels begin with
	 */
	static CompletionStage<Server> askForCertain(RedisAsyncCommands<String, String> commands, String channels) {
		return commands.info("server").handle((info, failure) -> {
			if (failure != null) {
				// without its cause, which is what people would be told
				throw new IllegalStateException("a quorum needs the right to INFO: " + failure.getMessage());
			}
			return read(info, channels).certain();
		});
	}

	/**
	 * Reads what a server says in the section {@code server} of INFO. What speaks like
	 * Redis may say it otherwise, or not at all. From version 8 on Valkey has names of
	 * its own for some fields, unless it is to speak as Redis does.
	 */
	static Server read(String info, String channels) {
		String uptime = field(info, "uptime_in_seconds:");
		return new Server(field(info, "run_id:"), channels, uptime.matches("\\d{1,18}") ? Long.parseLong(uptime) : -1,
				Stream.of("redis_mode:", "server_mode:").anyMatch((mode) -> field(info, mode).equals("cluster")));
	}

	/**
	 * The same, known for certain.
	 * @throws IllegalStateException if it did not say what matters
	 */
	Server certain() {
		if (this.runId.isEmpty() || this.uptimeSeconds < 0) {
			throw new IllegalStateException("INFO has no " + (this.runId.isEmpty() ? "run_id" : "uptime_in_seconds"));
		}
		return this;
	}

	/**
	 * For how long it had been up, at least: the difference of two times in whole seconds
	 * is up to one too much.
	 */
	Duration uptime() {
		return Duration.ofSeconds(Math.max(this.uptimeSeconds - 1, 0));
	}

	/**
	 * When it was started, at the latest: its answer has taken time.
	 * @param now when it has answered, in nanoseconds of this JVM
	 */
	long startedNanos(long now) {
		return now - uptime().toNanos();
	}

	/**
	 * Whether it is certainly not the same run of the same server.
	 */
	boolean isOtherThan(Server server) {
		return !this.runId.isEmpty() && !server.runId.isEmpty() && !this.runId.equals(server.runId);
	}

	/**
	 * The same, with channels of its own.
	 */
	Server on(String ownChannels) {
		return new Server(this.runId, ownChannels, this.uptimeSeconds, this.isCluster);
	}

	/**
	 * The value of a field of INFO, empty without one.
	 * @param name its name and the colon
	 */
	static String field(String info, String name) {
		return info.lines()
			.filter((line) -> line.startsWith(name))
			.map((line) -> line.substring(name.length()).strip())
			.findFirst()
			.orElse("");
	}

}
