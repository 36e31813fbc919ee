package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;

import io.github.lockstarter.proof.history.HistoryWriter;

/**
 * Looks in Redis who owns the locks, all the time, and whether a key has no TTL.
 */
final class OwnerWatch implements AutoCloseable {

	private static final long PAUSE_MILLIS = 20;

	private final RedisClient client;

	private final int locks;

	private final HistoryWriter history;

	private final Thread thread = new Thread(this::run, "proof-owner-watch");

	private volatile boolean running = true;

	OwnerWatch(int port, int locks, HistoryWriter history) {
		this.client = RedisClient
			.create(RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(Duration.ofSeconds(1)).build());
		this.locks = locks;
		this.history = history;
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void run() {
		Map<String, String> owners = new HashMap<>();
		while (this.running) {
			try (StatefulRedisConnection<String, String> connection = this.client.connect()) {
				watch(connection, owners);
			}
			catch (RedisException ex) {
				// one of the faults, or a machine that is busy with the start
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return;
			}
		}
	}

	private void watch(StatefulRedisConnection<String, String> connection, Map<String, String> owners)
			throws InterruptedException {
		while (this.running) {
			for (int i = 0; i < this.locks; i++) {
				look(connection, "proof:" + i, owners);
			}
			Thread.sleep(PAUSE_MILLIS);
		}
	}

	private void look(StatefulRedisConnection<String, String> connection, String lock, Map<String, String> owners) {
		String key = "lock:" + lock;
		List<KeyValue<String, String>> fields = connection.sync().hmget(key, "o", "x", "b");
		String owner = fields.get(0).getValueOrElse("");
		String ends = fields.get(1).getValueOrElse("0");
		String state = owner + " " + ends;
		if (!owner.isEmpty() && !owner.startsWith("!") && fields.get(1).hasValue()
				&& !state.equals(owners.put(lock, state))) {
			this.history.write('V', System.nanoTime(), lock, owner, fields.get(2).getValueOrElse("0"), ends);
		}
		if (connection.sync().pttl(key) == -1) {
			this.history.write('Z', System.nanoTime(), key, "has", "no", "TTL");
		}
	}

	@Override
	public void close() {
		this.running = false;
		try {
			this.thread.join(3_000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.client.shutdown();
	}

}
