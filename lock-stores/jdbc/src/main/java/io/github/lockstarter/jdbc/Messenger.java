package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.jdbc.ClientTables.Way;
import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreState.Link;

/**
 * Sends and receives notifications between instances, and announces this instance by
 * heartbeats.
 */
final class Messenger {

	private static final Logger logger = LoggerFactory.getLogger(Messenger.class);

	private static final Duration HEART_BEAT = Duration.ofSeconds(5);

	// A heartbeat that the database has refused is repeated after this time.
	private static final long AGAIN_MILLIS = 1_000;

	// Three heartbeats.
	private static final long SILENT_MILLIS = 15_000;

	// Labels of holders are kept for this long after their last heartbeat.
	private static final long GONE_MILLIS = Duration.ofHours(24).toMillis();

	private static final long FORGET_NANOS = TimeUnit.SECONDS.toNanos(30);

	// A message may become readable this long after the last moment at which it is
	// written.
	private static final long LATE_MILLIS = 1_000;

	// For the probe.
	private static final long HEAR_MILLIS = 3_000;

	private final String client;

	private final String holder;

	private final Duration pollInterval;

	private final LockRuntime runtime;

	private final LockStore.Listener engine;

	private final PostgresListener listener;

	// Rows about which a message may come, and until when, in nanoseconds.
	private final Map<String, Long> waiting = new ConcurrentHashMap<>();

	private final AtomicBoolean looking = new AtomicBoolean();

	private final AtomicBoolean beatingAgain = new AtomicBoolean();

	private volatile @Nullable LockConnection commands;

	// Messages are polled; otherwise PostgreSQL notifies.
	private volatile boolean mail;

	private volatile boolean listening;

	// By the monotonic clock: the wall clock may be set back by any time.
	private long forgetAt;

	Messenger(PostgresListener.Door door, String client, String holder, Duration pollInterval, LockRuntime runtime,
			LockStore.Listener engine) {
		this.client = client;
		this.holder = holder;
		this.pollInterval = pollInterval;
		this.runtime = runtime;
		this.engine = engine;
		this.forgetAt = runtime.clock().nanoTime();
		this.listener = new PostgresListener(door, client, runtime, this::deliver, this::onListening);
	}

	void start(LockConnection connection) {
		this.commands = connection;
		connection.every(this::beat, HEART_BEAT);
	}

	void greet(LockTables tables) throws SQLException {
		boolean told = tables.dialect() == Dialect.POSTGRESQL;
		this.mail = this.mail || !told;
		tables.clients().announce(this.client, this.holder, this.mail);
		if (told && !this.listening) {
			this.listening = true;
			this.listener.start();
		}
		if (this.mail) {
			this.engine.onSubscribed();
		}
	}

	private void onListening() {
		this.engine.onSubscribed();
		probe(this.listener.times());
	}

	// The listener may have been replaced since: "time" numbers its connection.
	private void probe(int time) {
		LockConnection first = this.commands;
		if (first == null || !isSilent(time)) {
			return;
		}
		first.submit((tables) -> {
			tables.clients().tell(PostgresListener.channel(this.client), PostgresListener.PROBE);
			return true;
		}).whenComplete((said, failure) -> {
			if (failure != null) {
				first.later(() -> probe(time), HEAR_MILLIS / 2);
			}
			else {
				first.later(() -> lookIfSilent(time), HEAR_MILLIS);
			}
		});
	}

	private void lookIfSilent(int time) {
		if (!this.mail && isSilent(time)) {
			logger.warn("Notifications from PostgreSQL do not reach this instance, so it polls for messages every "
					+ this.pollInterval.toMillis()
					+ " ms while it waits for a lock. A connection pooler such as PgBouncer "
					+ "drops them unless it pools sessions.");
			this.mail = true;
			beat();
			lookForMessages();
		}
	}

	private boolean isSilent(int time) {
		return this.listener.isStanding() && this.listener.times() == time && !this.listener.isHearing();
	}

	private void beat() {
		LockConnection first = this.commands;
		if (first != null) {
			// The listener was silent, and now receives.
			this.mail = this.mail && !this.listener.isHearing();
			// Also needed when this instance does not poll.
			forgetWhatIsOver();
			first.submit((tables) -> {
				tables.clients().announce(this.client, this.holder, this.mail);
				long now = this.runtime.clock().nanoTime();
				if (now - this.forgetAt >= 0) {
					this.forgetAt = now + FORGET_NANOS;
					tables.clients().forget(GONE_MILLIS);
					forget(tables);
				}
				return true;
			}).whenComplete((said, failure) -> {
				if (failure != null && this.beatingAgain.compareAndSet(false, true)) {
					first.later(this::beatAgain, AGAIN_MILLIS);
				}
			});
		}
	}

	// Deletes piece by piece, so that commands get their turn in between. The next
	// heartbeats make up for a failed one.
	private boolean forget(LockTables tables) throws SQLException {
		LockConnection first = this.commands;
		if (tables.forget() && first != null) {
			first.submit(this::forget);
		}
		return true;
	}

	private void beatAgain() {
		this.beatingAgain.set(false);
		beat();
	}

	Way way(LockTables tables, String other) throws SQLException {
		return tables.clients().way(other, SILENT_MILLIS);
	}

	void tell(LockTables tables, PushMessage message, String row, Way way) throws SQLException {
		String other = AttemptId.client(message.id());
		String text = Messages.text(message, row);
		switch (way) {
			case MAIL -> tables.clients().mail(other, text);
			case NOTIFICATION -> tables.clients().tell(PostgresListener.channel(other), text);
			case NONE -> logger.trace("The instance has stopped meanwhile");
		}
	}

	// A message may come while this instance is queued, or has been granted the lock and
	// has not answered. A caller that gave up during an outage withdraws nothing: its
	// entry ends when nothing in the record is valid any more.
	void note(String row, KeptLock kept, long millis) {
		long soon = this.runtime.clock().nanoTime() + LATE_MILLIS * 1_000_000;
		if (kept.maySendTo(this.client)) {
			this.waiting.put(row, soon + millis * 1_000_000);
			lookForMessages();
		}
		else {
			// An earlier message may not have been read yet.
			this.waiting.computeIfPresent(row, (key, until) -> (until - soon > 0) ? soon : until);
		}
	}

	void noteAlone(String row) {
		this.waiting.remove(row);
	}

	private void lookForMessages() {
		LockConnection first = this.commands;
		if (first != null && this.mail && !this.waiting.isEmpty() && this.looking.compareAndSet(false, true)) {
			first.later(() -> first.submit(this::collect).whenComplete((done, failure) -> {
				this.looking.set(false);
				forgetWhatIsOver();
				lookForMessages();
			}), this.pollInterval.toMillis());
		}
	}

	private void forgetWhatIsOver() {
		long now = this.runtime.clock().nanoTime();
		this.waiting.values().removeIf((until) -> now - until > 0);
	}

	private boolean collect(LockTables tables) throws SQLException {
		tables.clients().collect(this.client).forEach(this::deliver);
		return true;
	}

	private void deliver(String text) {
		PushMessage message = Messages.read(text);
		if (message != null && AttemptId.isOf(message.id(), this.client)) {
			this.engine.onHandOff(message);
		}
	}

	Link link() {
		LockConnection first = this.commands;
		if (first == null) {
			return Link.UNKNOWN;
		}
		if (this.mail || first.link() != Link.UP) {
			return first.link();
		}
		return this.listener.isHearing() ? Link.UP : Link.UNKNOWN;
	}

	void renew() {
		if (!this.mail) {
			this.listener.renew();
		}
	}

	void stop() {
		this.commands = null;
		this.listener.stop();
		this.waiting.clear();
	}

	boolean leave(LockTables tables) throws SQLException {
		tables.clients().leave(this.client);
		return true;
	}

}
