package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.jdbc.ClientTables.Way;
import io.github.lockstarter.jdbc.LockTables.StoredLock;
import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreReply;

/**
 * Changes a lock by compare-and-set: reads it, decides by the rules, and writes what was
 * decided unless another has written meanwhile; then all of it again.
 */
final class LockChange {

	private static final int MOST_ATTEMPTS = 100;

	// Of a message: two inserts may deadlock in an index.
	private static final int MOST_TELLINGS = 3;

	// From the second conflict on: whoever was first is through by then.
	private static final long CONFLICT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final int MOST_PAUSES = 10;

	private final LockSettings settings;

	private final LockRuntime runtime;

	private final Messenger messenger;

	// the clock of the database, as far as this instance knows it
	private final ServerClock clock;

	LockChange(LockSettings settings, LockRuntime runtime, Messenger messenger) {
		this.settings = settings;
		this.runtime = runtime;
		this.messenger = messenger;
		this.clock = new ServerClock(runtime.clock().now());
	}

	/**
	 * How many tokens an owner gets.
	 */
	long block() {
		return this.settings.tokensOfATurn();
	}

	/**
	 * The time of the database at a moment of this JVM, never too early.
	 */
	long cutoff(long notAfter) {
		return this.clock.at(notAfter);
	}

	/**
	 * The database has said what time it is.
	 */
	void observe(long sentNanos, long serverMillis) {
		this.clock.observe(sentNanos, serverMillis);
	}

	/**
	 * Does in one statement what can be done so.
	 * @param statement what is done
	 * @return its answer; null if nothing was done
	 */
	@Nullable StoreReply tryAtOnce(Attempt statement) throws SQLException {
		long sent = this.runtime.clock().nanoTime();
		try {
			StoreReply reply = statement.run();
			if (reply != null) {
				observe(sent, reply.serverNow());
			}
			return reply;
		}
		catch (SQLException ex) {
			if (JdbcErrors.isConflict(ex)) {
				return null;
			}
			throw ex;
		}
	}

	/**
	 * Changes a lock, or only looks at it.
	 * @param tables where it is
	 * @param row the row
	 * @param name the lock name, for people
	 * @param cutoff after which millisecond of the database it must not be changed any
	 * more
	 * @param rules what is done
	 * @return the answer of the rules
	 */
	StoreReply apply(LockTables tables, String row, String name, long cutoff, Decision rules) throws SQLException {
		for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
			long sent = this.runtime.clock().nanoTime();
			StoredLock stored = tables.read(row);
			observe(sent, stored.micros() / 1_000);
			List<PushMessage> messages = new ArrayList<>();
			Map<String, Way> ways = new HashMap<>();
			LockRecord lock = new LockRecord(this.settings.handOffLease().toMillis(), block(), LockRecord.MOST_LOOKS,
					(client) -> isReachable(tables, client, ways), messages::add);
			lock.restore(stored.lock());
			lock.clock(tables.clock(), stored.micros());
			StoreReply reply = decide(rules, lock, cutoff);
			KeptLock kept = lock.kept();
			// what was decided when it was too late is right whenever it is written
			long latest = (stored.micros() / 1_000 <= cutoff) ? cutoff : cutoff(LockStore.NO_LIMIT);
			if (kept.equals(stored.lock()) || write(tables, row, name, stored, lock, latest)) {
				tell(tables, row, messages, ways);
				this.messenger.note(row, kept, lock.lastMillis() - stored.micros() / 1_000);
				return reply;
			}
			if (attempt > 1) {
				pause(attempt);
			}
		}
		throw new SQLException("others have changed the lock " + MOST_ATTEMPTS + " times meanwhile", "40001");
	}

	private static StoreReply decide(Decision rules, LockRecord lock, long cutoff) throws SQLException {
		try {
			return rules.on(lock, cutoff);
		}
		catch (UnansweredException ex) {
			throw ex.failure;
		}
	}

	private boolean isReachable(LockTables tables, String client, Map<String, Way> ways) {
		try {
			return way(tables, client, ways) != Way.NONE;
		}
		catch (SQLException ex) {
			throw new UnansweredException(ex);
		}
	}

	private Way way(LockTables tables, String client, Map<String, Way> known) throws SQLException {
		Way way = known.get(client);
		if (way == null) {
			way = this.messenger.way(tables, client);
			known.put(client, way);
		}
		return way;
	}

	private boolean write(LockTables tables, String row, String name, StoredLock stored, LockRecord lock, long cutoff)
			throws SQLException {
		long version = stored.version();
		if (version == 0) {
			// by the clock: a row that was forgotten meanwhile, and made again, is
			// another one
			version = stored.micros();
			if (!tables.create(row, name, version)) {
				return false;
			}
		}
		long last = Math.max(lock.lastMillis(), stored.micros() / 1_000);
		try {
			return tables.update(row, version, lock.kept(), last, cutoff);
		}
		catch (SQLException ex) {
			if (JdbcErrors.isConflict(ex)) {
				return false;
			}
			throw ex;
		}
	}

	/**
	 * What is told is told when the change is committed. Not in one transaction with it:
	 * who stands still in the middle of that, or is gone without a word, would keep the
	 * row from all others. A message that is lost costs a provisional lease.
	 */
	private void tell(LockTables tables, String row, List<PushMessage> messages, Map<String, Way> ways)
			throws SQLException {
		for (PushMessage message : messages) {
			tell(tables, row, message, way(tables, AttemptId.client(message.id()), ways));
		}
	}

	private void tell(LockTables tables, String row, PushMessage message, Way way) throws SQLException {
		for (int attempt = 1;; attempt++) {
			try {
				this.messenger.tell(tables, message, row, way);
				return;
			}
			catch (SQLException ex) {
				if (attempt == MOST_TELLINGS || !JdbcErrors.isConflict(ex)) {
					throw ex;
				}
				pause(attempt);
			}
		}
	}

	private void pause(int attempt) {
		long longest = Math.min(attempt, MOST_PAUSES) * CONFLICT_PAUSE_NANOS;
		this.runtime.waiter().park(this, (long) (this.runtime.random() * longest));
	}

	/**
	 * One statement.
	 */
	@FunctionalInterface
	interface Attempt {

		@Nullable StoreReply run() throws SQLException;

	}

	/**
	 * What is done to a lock.
	 */
	@FunctionalInterface
	interface Decision {

		StoreReply on(LockRecord lock, long cutoff);

	}

	/**
	 * A question of the rules has no answer.
	 */
	private static final class UnansweredException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private final SQLException failure;

		UnansweredException(SQLException failure) {
			super(failure);
			this.failure = failure;
		}

	}

}
