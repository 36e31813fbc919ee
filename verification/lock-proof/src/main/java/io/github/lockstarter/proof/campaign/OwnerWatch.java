package io.github.lockstarter.proof.campaign;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.ClientListArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.fault.ServerFaults;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Leftovers;
import io.github.lockstarter.proof.watch.Lookout;
import io.github.lockstarter.proof.watch.SubscriptionWatch;

/**
 * Looks in Redis who owns the locks, all the time, and whether a key has no TTL.
 */
final class OwnerWatch implements Watch {

	private static final long PAUSE_MILLIS = 20;

	private static final Pattern USER = Pattern.compile("\\buser=(\\S+)");

	private final RedisClient client;

	private final List<String> locks;

	private final HistoryWriter history;

	private final @Nullable Master master;

	private final Lookout lookout;

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
		this.lookout = new Lookout(history, System::nanoTime, master);
		this.subscriptions = new SubscriptionWatch(history, System::nanoTime);
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
		this.lookout.end();
	}

	private void watch(StatefulRedisConnection<String, String> connection) throws InterruptedException {
		while (this.running) {
			List<String> time = connection.sync().time();
			String step = connection.sync().get(ServerFaults.CLOCK_KEY);
			long now = Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000
					+ ((step != null) ? Long.parseLong(step) * 1_000 : 0);
			if (this.master == null) {
				String clients = connection.sync().clientList(ClientListArgs.Builder.typePubsub());
				this.subscriptions
					.seen(clients.lines().map(USER::matcher).filter(Matcher::find).map((found) -> found.group(1)));
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
		@Nullable String[] fields = connection.sync()
			.hmget(key, Lookout.FIELDS)
			.stream()
			.map((field) -> field.getValueOrElse(null))
			.toArray(String[]::new);
		this.lookout.seen(lock, begin, now, fields, () -> connection.sync().hgetall(key));
		Leftovers.life(this.history, System.nanoTime(), key, connection.sync().pttl(key));
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
