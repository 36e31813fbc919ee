package io.github.lockstarter.benchmark.simulation;

import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * One client with its two connections. It takes a lock and gives it back as often as it
 * can; where it has to wait it waits in the queue for the message, and asks again now and
 * then. No thread is its own.
 */
final class Instance {

	private static final long RETENTION = ProtocolArguments.retentionMillis();

	private final String id = UUID.randomUUID().toString().replace("-", "");

	private final Protocol protocol;

	private final String key;

	private final LongAdder pairs;

	private final StatefulRedisConnection<String, String> commands;

	private final StatefulRedisPubSubConnection<String, String> messages;

	private long number;

	private String attempt = "";

	private boolean waiting;

	private long askedAt;

	private boolean running;

	Instance(RedisClient client, Protocol protocol, String name, LongAdder pairs) {
		this.protocol = protocol;
		this.key = ProtocolArguments.key(name);
		this.pairs = pairs;
		this.commands = client.connect();
		this.messages = client.connectPubSub();
		this.messages.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String channel, String message) {
				String[] words = message.split(" ", 3);
				if (words[0].equals("GRANT")) {
					granted(words[1]);
				}
			}

		});
		this.messages.sync().subscribe(ProtocolArguments.CHANNELS + this.id);
	}

	synchronized void start() {
		this.running = true;
		next();
	}

	/**
	 * Begins no more pairs. What it waits for it still takes and gives back.
	 */
	synchronized void stop() {
		this.running = false;
	}

	/**
	 * Asks again, if it has waited for long enough.
	 */
	synchronized void poll(long now) {
		if (this.waiting && now - this.askedAt > ProtocolArguments.pollMillis() * 1_000_000) {
			ask(true);
		}
	}

	private void next() {
		if (this.running) {
			this.attempt = this.id + ":" + ++this.number;
			this.waiting = true;
			ask(false);
		}
	}

	private void ask(boolean again) {
		this.askedAt = System.nanoTime();
		String asked = this.attempt;
		this.protocol.acquire(this.commands.async(), this.key, asked, again, RETENTION).thenAccept((owned) -> {
			if (owned) {
				granted(asked);
			}
		});
	}

	private synchronized void granted(String granted) {
		if (!this.waiting || !granted.equals(this.attempt)) {
			return; // said twice
		}
		this.waiting = false;
		this.protocol.release(this.commands.async(), this.key, granted, RETENTION).thenAccept((reply) -> released());
	}

	private synchronized void released() {
		this.pairs.increment();
		next();
	}

}
