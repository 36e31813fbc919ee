package io.github.lockstarter.benchmark.simulation;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * An application that takes one lock after the other, many at the same time over one
 * connection: as fast as a Redis can be asked. Nobody waits for these locks.
 */
public final class NameStream implements AutoCloseable {

	/**
	 * How many pairs are on their way at once.
	 */
	private static final int AT_ONCE = 64;

	private final RedisClient client;

	private final RedisAsyncCommands<String, String> commands;

	private final Protocol protocol;

	private final long retentionMillis;

	private final long names;

	private final String id = UUID.randomUUID().toString().replace("-", "");

	private final AtomicLong number = new AtomicLong();

	private final AtomicLong pairs = new AtomicLong();

	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	private NameStream(RedisURI uri, Protocol protocol, Duration retention, long names) {
		this.client = RedisClient.create(uri);
		StatefulRedisConnection<String, String> connection = this.client.connect();
		protocol.load(connection.sync());
		this.commands = connection.async();
		this.protocol = protocol;
		this.retentionMillis = retention.toMillis();
		this.names = names;
	}

	/**
	 * One that takes each name once.
	 * @param endpoint the Redis
	 * @param protocol what it says
	 * @param retention for how long a lock is remembered that nobody has
	 * @return the application, idle; close it
	 */
	public static NameStream ofNewNames(Endpoint endpoint, Protocol protocol, Duration retention) {
		return new NameStream(RedisURI.create(endpoint.host(), endpoint.port()), protocol, retention, Long.MAX_VALUE);
	}

	/**
	 * One that takes the same names again and again, and never one that it has.
	 * @param endpoint the Redis
	 * @param protocol what it says
	 * @param retention for how long a lock is remembered that nobody has
	 * @return the application, idle; close it
	 */
	public static NameStream ofFewNames(Endpoint endpoint, Protocol protocol, Duration retention) {
		return new NameStream(RedisURI.create(endpoint.host(), endpoint.port()), protocol, retention, 2 * AT_ONCE);
	}

	/**
	 * Takes and gives back locks for a while, and returns when all are given back.
	 * @param seconds for how long
	 * @return how many
	 * @throws InterruptedException if the caller is interrupted
	 */
	public long run(double seconds) throws InterruptedException {
		long end = System.nanoTime() + (long) (seconds * 1e9);
		return run(Long.MAX_VALUE, end);
	}

	/**
	 * Takes and gives back so many locks, and returns when all are given back.
	 * @param count how many
	 * @throws InterruptedException if the caller is interrupted
	 */
	public void take(long count) throws InterruptedException {
		run(count, Long.MAX_VALUE);
	}

	private long run(long count, long end) throws InterruptedException {
		Semaphore room = new Semaphore(AT_ONCE);
		long before = this.pairs.get();
		for (long begun = 0; begun < count && (end == Long.MAX_VALUE || System.nanoTime() - end < 0); begun++) {
			room.acquire();
			pair(room);
		}
		room.acquire(AT_ONCE);
		if (this.failure.get() != null) {
			throw new IllegalStateException("A lock was refused", this.failure.get());
		}
		return this.pairs.get() - before;
	}

	private void pair(Semaphore room) {
		long turn = this.number.getAndIncrement();
		String key = ProtocolArguments.key("order:" + (10_000_000 + turn % this.names));
		String attempt = this.id + ":" + turn;
		this.protocol.acquire(this.commands, key, attempt, false, this.retentionMillis).thenCompose((owned) -> {
			if (!owned) {
				throw new IllegalStateException(key + " is another's");
			}
			return this.protocol.release(this.commands, key, attempt, this.retentionMillis);
		}).whenComplete((released, ex) -> {
			this.pairs.incrementAndGet();
			this.failure.compareAndSet(null, ex);
			room.release();
		});
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
