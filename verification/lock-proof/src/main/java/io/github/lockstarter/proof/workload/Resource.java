package io.github.lockstarter.proof.workload;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;

/**
 * What the locks protect: a number for each lock in a Redis of its own, which no fault
 * hits. It refuses tokens smaller than one it has seen, on reads as well as writes. Token
 * zero is not checked.
 */
final class Resource implements AutoCloseable {

	private static final long REFUSED = -1;

	private static final String ACCESS = """
			local seen = tonumber(redis.call('HGET', KEYS[1], 'token') or 0)
			local token = tonumber(ARGV[1])
			if token > 0 and token < seen then
			  return -1
			end
			redis.call('HSET', KEYS[1], 'token', ARGV[1])
			if ARGV[2] ~= '' then
			  redis.call('HSET', KEYS[1], 'value', ARGV[2])
			end
			return tonumber(redis.call('HGET', KEYS[1], 'value') or 0)
			""";

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private final String digest;

	Resource(String host, int port) {
		this.client = RedisClient.create("redis://" + host + ":" + port);
		this.connection = this.client.connect();
		this.digest = this.connection.sync().scriptLoad(ACCESS);
	}

	/**
	 * Reads the value.
	 * @return the value, negative if refused
	 */
	long read(String lock, long token) {
		return access(lock, token, "");
	}

	/**
	 * Writes the value.
	 * @return the value, negative if refused
	 */
	long write(String lock, long token, long value) {
		return access(lock, token, Long.toString(value));
	}

	/**
	 * Asks for nothing.
	 */
	void ping() {
		this.connection.sync().ping();
	}

	private long access(String lock, long token, String value) {
		Long answer = this.connection.sync()
			.evalsha(this.digest, ScriptOutputType.INTEGER, new String[] { "resource:" + lock }, Long.toString(token),
					value);
		return (answer != null) ? answer : REFUSED;
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
