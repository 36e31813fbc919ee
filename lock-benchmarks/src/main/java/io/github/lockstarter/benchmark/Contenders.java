package io.github.lockstarter.benchmark;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.core.SystemLockClock;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.RedisClients;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

/**
 * Makes contenders by name.
 */
final class Contenders {

	private Contenders() {
	}

	static Contender open(String name, String host, int port) {
		return switch (name) {
			case "starter" -> new Starter(host, port, false);
			case "starter-fair" -> new Starter(host, port, true);
			case "floor" -> new Floor(host, port);
			case "redisson" -> new RedissonLock(host, port, false);
			case "redisson-fair" -> new RedissonLock(host, port, true);
			case "reentrant-fair" -> new InProcess();
			default -> throw new IllegalArgumentException("No contender " + name);
		};
	}

	private static final class Starter implements Contender {

		private final LockTemplate template;

		private final boolean fair;

		private Starter(String host, int port, boolean fair) {
			this.fair = fair;
			LockSettings settings = new LockSettings(ofSeconds(3), ofSeconds(30), null, ofSeconds(1), ofSeconds(2),
					false, ofSeconds(2), ofMinutes(1), 16, ofMillis(50), ofSeconds(0));
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration(host, port), LettuceClientConfiguration.defaultConfiguration());
			SystemLockClock clock = new SystemLockClock();
			this.template = new LockTemplate(new LettuceLockStore(new RedisClients(factory, settings.commandTimeout()),
					settings, "lock", "benchmark", clock), settings, clock, List.of());
			this.template.start();
		}

		@Override
		public void locked(String name, Runnable work) {
			try (Lease lease = this.template.acquire(request(name))) {
				work.run();
			}
		}

		@Override
		public Runnable acquire(String name) {
			return this.template.acquire(request(name))::close;
		}

		private LockRequest request(String name) {
			return LockRequest.of(name).waitTime(ofMinutes(5)).fair(this.fair);
		}

		@Override
		public void close() {
			this.template.stop();
		}

	}

	/**
	 * What one writes by hand: SET NX PX, and delete if the value is still ours. Does not
	 * wait, does not renew.
	 */
	private static final class Floor implements Contender {

		private static final String DELETE = "if redis.call('GET', KEYS[1]) == ARGV[1] then "
				+ "return redis.call('DEL', KEYS[1]) else return 0 end";

		private final RedisClient client;

		private final StatefulRedisConnection<String, String> connection;

		private final String digest;

		private Floor(String host, int port) {
			this.client = RedisClient.create("redis://" + host + ":" + port);
			this.connection = this.client.connect();
			this.digest = this.connection.sync().scriptLoad(DELETE);
		}

		@Override
		public void locked(String name, Runnable work) {
			Runnable release = acquire(name);
			work.run();
			release.run();
		}

		@Override
		public Runnable acquire(String name) {
			String token = name + ":" + System.nanoTime();
			String key = "floor:" + name;
			if (this.connection.sync().set(key, token, SetArgs.Builder.nx().px(30_000)) == null) {
				throw new IllegalStateException("The floor does not wait");
			}
			return () -> this.connection.sync()
				.evalsha(this.digest, ScriptOutputType.INTEGER, new String[] { key }, token);
		}

		@Override
		public void close() {
			this.client.shutdown();
		}

	}

	private static final class RedissonLock implements Contender {

		private final RedissonClient client;

		private final boolean fair;

		private RedissonLock(String host, int port, boolean fair) {
			Config config = new Config();
			config.useSingleServer().setAddress("redis://" + host + ":" + port);
			this.client = Redisson.create(config);
			this.fair = fair;
		}

		@Override
		public void locked(String name, Runnable work) {
			RLock lock = lock(name);
			lock.lock();
			try {
				work.run();
			}
			finally {
				lock.unlock();
			}
		}

		@Override
		public Runnable acquire(String name) {
			RLock lock = lock(name);
			lock.lock();
			return lock::unlock;
		}

		private RLock lock(String name) {
			return this.fair ? this.client.getFairLock("fair:" + name) : this.client.getLock("plain:" + name);
		}

		@Override
		public void close() {
			this.client.shutdown();
		}

	}

	/**
	 * The limit: a lock that needs no network.
	 */
	private static final class InProcess implements Contender {

		private final ConcurrentMap<String, ReentrantLock> locks = new ConcurrentHashMap<>();

		@Override
		public void locked(String name, Runnable work) {
			Runnable release = acquire(name);
			work.run();
			release.run();
		}

		@Override
		public Runnable acquire(String name) {
			ReentrantLock lock = this.locks.computeIfAbsent(name, (key) -> new ReentrantLock(true));
			lock.lock();
			return lock::unlock;
		}

		@Override
		public void close() {
		}

	}

}
