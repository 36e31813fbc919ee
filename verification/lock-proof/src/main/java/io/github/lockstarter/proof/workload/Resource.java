package io.github.lockstarter.proof.workload;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;

/**
 * What the locks protect: a number for each lock in a Redis of its own, which no fault
 * hits. It refuses tokens smaller than one it has seen, on reads as well as writes. Token
 * zero is not checked. Those who share a lock only look: a look is refused if an owner
 * had a larger token, but not because another one that shares the lock has.
 */
final class Resource implements AutoCloseable {

	private static final long REFUSED = -1;

	private static final String ACCESS = """
			local seen = math.max(tonumber(redis.call('HGET', KEYS[1], 'token') or 0),
			  tonumber(redis.call('HGET', KEYS[1], 'shared') or 0))
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

	private static final String LOOK = """
			local token = tonumber(ARGV[1])
			if token < tonumber(redis.call('HGET', KEYS[1], 'token') or 0) then
			  return -1
			end
			if token > tonumber(redis.call('HGET', KEYS[1], 'shared') or 0) then
			  redis.call('HSET', KEYS[1], 'shared', ARGV[1])
			end
			return tonumber(redis.call('HGET', KEYS[1], 'value') or 0)
			""";

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private final String digest;

	private final String lookDigest;

	Resource(String host, int port) {
		this.client = RedisClient.create("redis://" + host + ":" + port);
		this.connection = this.client.connect();
		this.digest = this.connection.sync().scriptLoad(ACCESS);
		this.lookDigest = this.connection.sync().scriptLoad(LOOK);
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
	 * Reads the value for one of those who share the lock.
	 * @return the value, negative if refused
	 */
	long look(String lock, long token) {
		return run(this.lookDigest, lock, Long.toString(token));
	}

	/**
	 * Asks for nothing.
	 */
	void ping() {
		this.connection.sync().ping();
	}

	private long access(String lock, long token, String value) {
		return run(this.digest, lock, Long.toString(token), value);
	}

	private long run(String script, String lock, String... arguments) {
		Long answer = this.connection.sync()
			.evalsha(script, ScriptOutputType.INTEGER, new String[] { "resource:" + lock }, arguments);
		return (answer != null) ? answer : REFUSED;
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
