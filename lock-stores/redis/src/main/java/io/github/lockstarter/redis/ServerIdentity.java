package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server of a connection as it describes itself, with empty or negative fields where
 * it does not; an address would not identify it, because another server may have it after
 * a failover.
 */
record ServerIdentity(String runId, String channels, long uptimeSeconds, boolean isCluster) {

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	// where the identity does not matter
	static final ServerIdentity ANY = new ServerIdentity("", "", -1, false);

	// nothing is known without the right to INFO
	static CompletionStage<ServerIdentity> ask(RedisAsyncCommands<String, String> commands, String channels) {
		return commands.info("server").handle((info, failure) -> {
			if (failure != null) {
				logger.debug("Redis does not report its run id: hand-offs are confirmed", failure);
			}
			return read((failure != null) ? "" : info, channels);
		});
	}

	// For a quorum: fails if it is unknown whether the server has restarted.
	static CompletionStage<ServerIdentity> askForCertain(RedisAsyncCommands<String, String> commands, String channels) {
		return commands.info("server").handle((info, failure) -> {
			if (failure != null) {
				// Without its cause: messages show the most specific cause.
				throw new IllegalStateException("a quorum needs the right to INFO: " + failure.getMessage());
			}
			return read(info, channels).certain();
		});
	}

	// From version 8 on Valkey has names of its own for some fields, unless it is
	// configured to speak as Redis.
	static ServerIdentity read(String info, String channels) {
		String uptime = field(info, "uptime_in_seconds:");
		return new ServerIdentity(field(info, "run_id:"), channels,
				uptime.matches("\\d{1,18}") ? Long.parseLong(uptime) : -1,
				Stream.of("redis_mode:", "server_mode:").anyMatch((mode) -> field(info, mode).equals("cluster")));
	}

	ServerIdentity certain() {
		if (this.runId.isEmpty() || this.uptimeSeconds < 0) {
			throw new IllegalStateException("INFO has no " + (this.runId.isEmpty() ? "run_id" : "uptime_in_seconds"));
		}
		return this;
	}

	// At least: the difference of two times in whole seconds may be one too much.
	Duration uptime() {
		return Duration.ofSeconds(Math.max(this.uptimeSeconds - 1, 0));
	}

	// At the latest: the answer has taken time.
	long startedNanos(long now) {
		return now - uptime().toNanos();
	}

	// certainly another run or another server
	boolean isOtherThan(ServerIdentity server) {
		return !this.runId.isEmpty() && !server.runId.isEmpty() && !this.runId.equals(server.runId);
	}

	ServerIdentity on(String ownChannels) {
		return new ServerIdentity(this.runId, ownChannels, this.uptimeSeconds, this.isCluster);
	}

	// "name" includes the colon; empty without the field
	static String field(String info, String name) {
		return info.lines()
			.filter((line) -> line.startsWith(name))
			.map((line) -> line.substring(name.length()).strip())
			.findFirst()
			.orElse("");
	}

}
