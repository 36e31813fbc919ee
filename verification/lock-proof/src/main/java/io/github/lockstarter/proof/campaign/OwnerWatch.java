package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.lettuce.core.ClientListArgs;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.fault.ServerFaults;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.HistoryWriter;

/**
 * Looks in Redis who owns the locks, all the time, and whether a key has no TTL.
 */
final class OwnerWatch implements AutoCloseable {

	private static final long PAUSE_MILLIS = 20;

	private final RedisClient client;

	private final List<String> locks;

	private final HistoryWriter history;

	private final @Nullable Master master;

	private final Map<String, String> states = new HashMap<>();

	private final Map<String, Long> looks = new HashMap<>();

	private final Map<String, Owner> owners = new HashMap<>();

	private final QueueWatch queues;

	private final SubscriptionWatch subscriptions;

	private final Thread thread = new Thread(this::run, "proof-owner-watch");

	private volatile boolean running = true;

	/**
	 * Starts to watch one server.
	 * @param master which of several masters it is; {@code null} if it has the locks for
	 * itself: only then it has all of their leases
	 */
	OwnerWatch(int port, List<String> locks, HistoryWriter history, @Nullable Master master) {
		this.client = RedisClient
			.create(RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(Duration.ofSeconds(1)).build());
		this.locks = locks;
		this.history = history;
		this.master = master;
		this.queues = new QueueWatch(history);
		this.subscriptions = new SubscriptionWatch(history);
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void run() {
		while (this.running) {
			try (StatefulRedisConnection<String, String> connection = this.client.connect()) {
				watch(connection);
			}
			catch (RedisException ex) {
				// one of the faults, or a machine that is busy with the start
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return;
			}
		}
		this.owners.forEach(this::over);
	}

	private void watch(StatefulRedisConnection<String, String> connection) throws InterruptedException {
		while (this.running) {
			List<String> time = connection.sync().time();
			String step = connection.sync().get(ServerFaults.CLOCK_KEY);
			long now = Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000
					+ ((step != null) ? Long.parseLong(step) * 1_000 : 0);
			if (this.master == null) {
				this.subscriptions.look(connection.sync().clientList(ClientListArgs.Builder.typePubsub()));
			}
			for (String lock : this.locks) {
				look(connection, lock, now);
			}
			Thread.sleep((this.master == null) ? PAUSE_MILLIS : 3 * PAUSE_MILLIS);
		}
	}

	private void look(StatefulRedisConnection<String, String> connection, String lock, long now) {
		String key = "lock:" + lock;
		long begin = System.nanoTime();
		List<KeyValue<String, String>> fields = connection.sync().hmget(key, "o", "x", "b", "h", "t");
		String owner = fields.get(0).getValueOrElse("");
		String ends = fields.get(1).getValueOrElse("0");
		String token = fields.get(2).getValueOrElse("0");
		boolean held = !owner.isEmpty() && !owner.startsWith("!") && fields.get(1).hasValue();
		String state = owner + " " + ends;
		Long before = this.looks.put(lock, begin);
		if (this.master == null && held && !state.equals(this.states.put(lock, state))) {
			this.history.write('V', System.nanoTime(), lock, owner, token, ends, (before != null) ? before : begin);
		}
		if (this.master == null) {
			this.queues.look(lock, fields.get(3).getValueOrElse("0"), fields.get(4).getValueOrElse("-1"),
					() -> connection.sync().hgetall(key));
		}
		seen(lock, (held && Long.parseLong(ends) > now) ? owner + " " + token : null);
		if (connection.sync().pttl(key) == -1) {
			this.history.write('Z', System.nanoTime(), key, "has", "no", "TTL");
		}
	}

	private void seen(String lock, @Nullable String owner) {
		long now = System.nanoTime();
		Owner last = this.owners.get(lock);
		if (last != null && last.owner.equals(owner)) {
			last.until = now;
			return;
		}
		if (last != null) {
			over(lock, last);
			this.owners.remove(lock);
		}
		if (owner != null) {
			this.owners.put(lock, new Owner(owner, now));
		}
	}

	private void over(String lock, Owner owner) {
		this.history.write('K', owner.until, lock, owner.owner,
				owner.since + ((this.master != null) ? " " + this.master : ""));
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

	/**
	 * Who owns a lock, and its first token.
	 */
	private static final class Owner {

		private final String owner;

		private final long since;

		private long until;

		Owner(String owner, long now) {
			this.owner = owner;
			this.since = now;
			this.until = now;
		}

	}

}
