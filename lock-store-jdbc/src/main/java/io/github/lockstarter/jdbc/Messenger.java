package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.jdbc.ClientTables.Way;
import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreState.Link;

/**
 * How instances tell each other whose turn it is, from the start of one to its stop. In
 * PostgreSQL an instance listens; elsewhere, and where listening does not work, it looks
 * for its messages as long as it may get any. It says every few seconds that it is there.
 */
final class Messenger {

	private static final Log logger = LogFactory.getLog(Messenger.class);

	private static final Duration HEART_BEAT = Duration.ofSeconds(5);

	// One that the database has refused is repeated after so long.
	private static final long AGAIN_MILLIS = 1_000;

	// Three heart beats.
	private static final long SILENT_MILLIS = 15_000;

	// Who a holder was is known for so long after it was heard last.
	private static final long GONE_MILLIS = Duration.ofHours(24).toMillis();

	private static final long FORGET_NANOS = TimeUnit.SECONDS.toNanos(30);

	// For so long after the last moment at which one is written it may be read.
	private static final long LATE_MILLIS = 1_000;

	// Of the probe.
	private static final long HEAR_MILLIS = 3_000;

	private final String client;

	private final String holder;

	private final Duration pollInterval;

	private final LockRuntime runtime;

	private final LockStore.Listener engine;

	private final PostgresListener listener;

	// rows about which a message may come, and until when, in nanoseconds
	private final Map<String, Long> waiting = new ConcurrentHashMap<>();

	private final AtomicBoolean looking = new AtomicBoolean();

	private final AtomicBoolean beatingAgain = new AtomicBoolean();

	private volatile @Nullable LockConnection commands;

	// whether messages are looked for, and not told
	private volatile boolean mail;

	private volatile boolean listening;

	// by the monotonic clock: the wall clock may be set back for any time
	private long forgetAt;

	/**
	 * Creates it for one instance.
	 * @param door leads to where PostgreSQL tells
	 * @param client the client id
	 * @param holder how people see this instance as a holder
	 * @param pollInterval how often messages are looked for
	 * @param runtime its clock and threads
	 * @param engine who is told
	 */
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

	/**
	 * Begins to say that this instance is there.
	 * @param connection where it says so, and looks for messages
	 */
	void start(LockConnection connection) {
		this.commands = connection;
		connection.every(this::beat, HEART_BEAT);
	}

	/**
	 * Says on a new connection that this instance is there, and begins to hear.
	 */
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

	/**
	 * Tries whether what another connection says arrives, and looks for messages if not.
	 * @param time the listener's connection it is about
	 */
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
			logger.warn("The database does not tell this instance when a lock is handed to it, so it looks for "
					+ "messages every " + this.pollInterval.toMillis() + " ms while it waits. It tells it where no "
					+ "connection pool is between, such as PgBouncer, or one that pools sessions.");
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
			// it was silent, and is not any more
			this.mail = this.mail && !this.listener.isHearing();
			// also where nobody looks
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

	/**
	 * Deletes what nobody needs any more, piece by piece: what is asked for meanwhile
	 * comes between. One that fails is made up for by the next heart beats.
	 */
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

	/**
	 * Whether, and how, a client hears of a message.
	 */
	Way way(LockTables tables, String other) throws SQLException {
		return tables.clients().way(other, SILENT_MILLIS);
	}

	/**
	 * Tells a waiter, when this is committed.
	 * @param tables where the change is made that it is about
	 * @param message the message
	 * @param row the row of the lock
	 * @param way how the waiter hears of it
	 */
	void tell(LockTables tables, PushMessage message, String row, Way way) throws SQLException {
		String other = AttemptId.client(message.id());
		String text = Messages.text(message, row);
		switch (way) {
			case MAIL -> tables.clients().mail(other, text);
			case NOTIFICATION -> tables.clients().tell(PostgresListener.channel(other), text);
			case NONE -> logger.trace("It has gone meanwhile");
		}
	}

	/**
	 * As long as this instance stands in the queue of a lock, or was handed it and has
	 * not said a word, a message about it may come. Who gives up while the database is
	 * away says nothing any more: it is over when nothing counts that is kept now.
	 * @param row the row
	 * @param kept what the lock has become
	 * @param millis for how long anything of that counts
	 */
	void note(String row, KeptLock kept, long millis) {
		long soon = this.runtime.clock().nanoTime() + LATE_MILLIS * 1_000_000;
		if (kept.maySendTo(this.client)) {
			this.waiting.put(row, soon + millis * 1_000_000);
			lookForMessages();
		}
		else {
			// what was sent before may not have been looked at
			this.waiting.computeIfPresent(row, (key, until) -> (until - soon > 0) ? soon : until);
		}
	}

	/**
	 * No message about a lock may come: nobody waits for it.
	 */
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

	/**
	 * Whether messages reach this instance.
	 */
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

	/**
	 * Listens anew.
	 */
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

	/**
	 * Says that this instance goes.
	 */
	boolean leave(LockTables tables) throws SQLException {
		tables.clients().leave(this.client);
		return true;
	}

}
