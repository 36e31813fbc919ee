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
 * Changes a lock by compare-and-set: reads it, applies the rules, and writes the result
 * unless another instance has written meanwhile; then it starts over.
 */
final class LockChange {

	private static final int MOST_ATTEMPTS = 100;

	// For a message: two inserts may deadlock in an index.
	private static final int MOST_TELLINGS = 3;

	// From the second conflict on: by then the first writer has finished.
	private static final long CONFLICT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final int MOST_PAUSES = 10;

	private final LockSettings settings;

	private final LockRuntime runtime;

	private final Messenger messenger;

	// The clock of the database, as far as this instance knows it.
	private final ServerClock clock;

	LockChange(LockSettings settings, LockRuntime runtime, Messenger messenger) {
		this.settings = settings;
		this.runtime = runtime;
		this.messenger = messenger;
		this.clock = new ServerClock(runtime.clock().now());
	}

	long block() {
		return this.settings.tokensOfATurn();
	}

	// Never earlier than the database's time at that moment.
	long cutoff(long notAfter) {
		return this.clock.at(notAfter);
	}

	void observe(long sentNanos, long serverMillis) {
		this.clock.observe(sentNanos, serverMillis);
	}

	// Returns null if the statement changed nothing.
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

	// Nothing is changed after the cutoff, in milliseconds of the database.
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
			// A decision made after the cutoff is right whenever it is written.
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
		throw new SQLException("other instances changed the lock during each of " + MOST_ATTEMPTS + " attempts",
				"40001");
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
			// By the clock: a row that was deleted and created again is a different one.
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

	// After the change has committed, and not in one transaction with it: a process that
	// stops or crashes in the middle would keep the row locked. A lost message costs a
	// provisional lease.
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

	@FunctionalInterface
	interface Attempt {

		@Nullable StoreReply run() throws SQLException;

	}

	@FunctionalInterface
	interface Decision {

		StoreReply on(LockRecord lock, long cutoff);

	}

	private static final class UnansweredException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private final SQLException failure;

		UnansweredException(SQLException failure) {
			super(failure);
			this.failure = failure;
		}

	}

}
