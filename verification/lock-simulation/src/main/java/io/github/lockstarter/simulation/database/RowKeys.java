package io.github.lockstarter.simulation.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.server.Keys;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The rows of locks, as a Redis would have them: what is committed.
 */
final class RowKeys implements Keys {

	private static final int NO_SUCH_TABLE = 42_102;

	private static final int NO_SUCH_TABLE_IN_AN_EMPTY_DATABASE = 42_104;

	// What the line of those who share a lock begins with.
	private static final String SHARED = "& ";

	private static final String VISITOR = "visitor:1";

	private static final long VISITOR_MILLIS = 1_000;

	private final Database database;

	private final String table;

	private Map<String, Row> rows = Map.of();

	private long seen = -1;

	/**
	 * Looks at nothing yet.
	 * @param database where the rows are
	 * @param table their table
	 */
	RowKeys(Database database, String table) {
		this.database = database;
		this.table = table;
	}

	@Override
	public long millis() {
		return this.database.process().wallMicros() / 1_000;
	}

	@Override
	public List<String> names() {
		if (this.seen != this.database.writes()) {
			this.seen = this.database.writes();
			try {
				this.rows = read();
			}
			catch (SQLException ex) {
				if (ex.getErrorCode() != NO_SUCH_TABLE && ex.getErrorCode() != NO_SUCH_TABLE_IN_AN_EMPTY_DATABASE) {
					throw new IllegalStateException(ex);
				}
			}
		}
		return List.copyOf(this.rows.keySet());
	}

	private Map<String, Row> read() throws SQLException {
		Map<String, Row> read = new TreeMap<>();
		try (PreparedStatement query = this.database.own()
			.prepareStatement("select name, lock_owner, lease_end, last_token, first_token, former_owner, "
					+ "handed_until, waiters, keep_until from " + this.table);
				ResultSet found = query.executeQuery()) {
			while (found.next()) {
				long ends = found.getLong(3);
				read.put(SimulatedStore.KEY_PREFIX + ":" + found.getString(1),
						new Row(new KeptLock(found.getString(2), (ends != 0) ? ends : null, found.getLong(4),
								found.getLong(5), Objects.requireNonNullElse(found.getString(6), ""), found.getLong(7),
								Objects.requireNonNullElse(found.getString(8), "")), found.getLong(9)));
			}
		}
		return read;
	}

	@Override
	public @Nullable String[] fields(String key, String... names) {
		Map<String, String> all = hash(key);
		return Stream.of(names).map(all::get).toArray(String[]::new);
	}

	@Override
	public Map<String, String> hash(String key) {
		names();
		Row row = this.rows.get(key);
		return (row != null) ? row.hash() : Map.of();
	}

	@Override
	public long life(String key) {
		Row row = this.rows.get(key);
		return (row != null) ? Math.max(row.keepUntil() - millis(), 0) : -2;
	}

	@Override
	public int sweep() {
		throw new UnsupportedOperationException();
	}

	@Override
	public String run(LockScript script, String key, String... arguments) {
		throw new UnsupportedOperationException("No database runs scripts");
	}

	/**
	 * Takes a lock by the rules, and gives it back.
	 */
	@Override
	public boolean visit(Visitor visitor, String key) {
		names();
		Row row = this.rows.get(key);
		if (row == null) {
			return true;
		}
		LockRecord lock = new LockRecord(VISITOR_MILLIS, 1, LockRecord.MOST_LOOKS, (client) -> false, (message) -> {
		});
		lock.restore(row.lock());
		lock.clock("visitor", this.database.process().wallMicros());
		boolean free = lock.acquire(VISITOR, VISITOR_MILLIS, VISITOR_MILLIS, Long.MAX_VALUE, false)
			.status() == Status.OWNED;
		if (free) {
			lock.release(VISITOR, 0);
		}
		this.rows.put(key, new Row(lock.kept(), row.keepUntil()));
		return free;
	}

	/**
	 * What is kept of a lock, and until when, in milliseconds of the database.
	 */
	private record Row(KeptLock lock, long keepUntil) {

		Map<String, String> hash() {
			Map<String, String> fields = new TreeMap<>();
			put(fields, "o", this.lock.owner());
			put(fields, "x", this.lock.ends());
			put(fields, "f", this.lock.fence());
			put(fields, "b", this.lock.first());
			List<String> lines = this.lock.queue().lines().toList();
			boolean shared = !lines.isEmpty() && lines.get(0).startsWith(SHARED);
			if (shared) {
				members(fields, lines.get(0).split(" "));
			}
			if (lines.size() > (shared ? 1 : 0)) {
				queue(fields, shared ? lines.subList(1, lines.size()) : lines);
			}
			return fields;
		}

		private static void put(Map<String, String> fields, String name, @Nullable Object value) {
			if (value != null) {
				fields.put(name, value.toString());
			}
		}

		/**
		 * When none of them ends before; and each of those who share the lock, the end of
		 * its lease, and the token of its permit, zero for a reader.
		 */
		private static void members(Map<String, String> fields, String[] words) {
			fields.put("e", words[1]);
			for (int i = 2; i < words.length; i += 3) {
				fields.put("m" + words[i], words[i + 1]);
				if (!words[i + 2].equals("0")) {
					fields.put("k" + words[i], words[i + 2]);
				}
			}
		}

		/**
		 * The head and the tail, and a line for each waiter. Of gaps the first one names
		 * the last one.
		 */
		private static void queue(Map<String, String> fields, List<String> lines) {
			String[] ends = lines.get(0).split(" ");
			fields.put("h", ends[0]);
			fields.put("t", ends[1]);
			long next = Long.parseLong(ends[0]);
			for (String line : lines.subList(1, lines.size())) {
				String[] waiter = line.split(" ");
				long ticket = Long.parseLong(waiter[0]);
				if (ticket > next) {
					fields.put("q" + next, ">" + (ticket - 1));
				}
				fields.put("q" + ticket, waiter[1]);
				fields.put("w" + waiter[1], line);
				next = ticket + 1;
			}
		}

	}

}
