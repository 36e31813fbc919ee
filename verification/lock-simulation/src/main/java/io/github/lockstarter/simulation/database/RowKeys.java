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

import io.github.lockstarter.proof.watch.RecordFields;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.server.Keys;

/**
 * The rows of locks, as a Redis would have them: what is committed.
 */
final class RowKeys implements Keys {

	private static final int NO_SUCH_TABLE = 42_102;

	private static final int NO_SUCH_TABLE_IN_AN_EMPTY_DATABASE = 42_104;

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
		KeptLock visited = RecordFields.visited(row.lock(), this.database.process().wallMicros());
		if (visited != null) {
			this.rows.put(key, new Row(visited, row.keepUntil()));
		}
		return visited != null;
	}

	/**
	 * What is kept of a lock, and until when, in milliseconds of the database.
	 */
	private record Row(KeptLock lock, long keepUntil) {

		Map<String, String> hash() {
			return RecordFields.of(this.lock);
		}

	}

}
