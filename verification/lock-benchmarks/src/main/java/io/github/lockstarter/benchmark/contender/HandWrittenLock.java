package io.github.lockstarter.benchmark.contender;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;

/**
 * The floor: what one writes by hand on Lettuce. SET NX PX, and delete if the value is
 * still ours. Does not wait, does not renew.
 */
public final class HandWrittenLock implements Contender {

	/**
	 * The script that gives it back: KEYS the lock, ARGV the value.
	 */
	public static final String DELETE = "if redis.call('GET', KEYS[1]) == ARGV[1] then "
			+ "return redis.call('DEL', KEYS[1]) else return 0 end";

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private final String digest;

	private final long leaseMillis;

	HandWrittenLock(Endpoint endpoint) {
		this.client = RedisClient.create(endpoint.uri());
		this.connection = this.client.connect();
		this.digest = this.connection.sync().scriptLoad(DELETE);
		this.leaseMillis = endpoint.lease().toMillis();
	}

	@Override
	public Runnable acquire(String name) {
		String token = name + ":" + System.nanoTime();
		String key = "floor:" + name;
		if (this.connection.sync().set(key, token, SetArgs.Builder.nx().px(this.leaseMillis)) == null) {
			throw new IllegalStateException("The floor does not wait");
		}
		return () -> this.connection.sync().evalsha(this.digest, ScriptOutputType.INTEGER, new String[] { key }, token);
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
