package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;

/**
 * The table of the locks, through one connection; each statement commits by itself unless
 * noted. For one thread.
 */
final class LockTables {

	private static final String COLUMNS = "lock_owner, lease_end, last_token, first_token, former_owner, "
			+ "handed_until, waiters";

	// Bounded, because commands wait for the connection meanwhile.
	private static final int MOST_FORGOTTEN = 100;

	private final Statements statements;

	private final Dialect dialect;

	private final String locks;

	private final ClientTables clients;

	private final String clock;

	private final long retentionMillis;

	LockTables(Connection connection, Dialect dialect, String prefix, long retentionMillis) throws SQLException {
		this.retentionMillis = retentionMillis;
		this.statements = new Statements(connection, dialect);
		this.dialect = dialect;
		this.locks = prefix;
		this.clients = new ClientTables(this.statements, dialect, prefix);
		this.clock = this.statements.one(dialect.clockQuery).replace(' ', '-');
	}

	Dialect dialect() {
		return this.dialect;
	}

	ClientTables clients() {
		return this.clients;
	}

	String clock() {
		return this.clock;
	}

	StoredLock read(String row) throws SQLException {
		PreparedStatement query = this.statements.prepare("select n.micros, l.version, " + COLUMNS + " from "
				+ this.dialect.clockTable("micros") + " left join " + this.locks + " l on l.id = ?");
		query.setString(1, row);
		try (ResultSet result = query.executeQuery()) {
			result.next();
			long micros = result.getLong(1);
			long version = result.getLong(2);
			if (version == 0) {
				return new StoredLock(micros, 0, KeptLock.NONE);
			}
			return new StoredLock(micros, version, new KeptLock(result.getString(3), number(result, 4),
					result.getLong(5), result.getLong(6), text(result, 7), result.getLong(8), text(result, 9)));
		}
	}

	// The version is higher than that of any deleted row of this lock.
	boolean create(String row, String name, long version) throws SQLException {
		PreparedStatement insert = this.statements
			.prepare("insert into " + this.locks + " (id, name, version, last_token, "
					+ "first_token, handed_until, keep_until) values (?, ?, ?, 0, 0, 0, " + this.dialect.millis()
					+ " + ?)");
		insert.setString(1, row);
		insert.setString(2, this.statements.readable(name));
		insert.setLong(3, version);
		insert.setLong(4, 2 * this.retentionMillis);
		try {
			return insert.executeUpdate() == 1;
		}
		catch (SQLException ex) {
			if (JdbcErrors.isConflict(ex)) {
				return false;
			}
			throw ex;
		}
	}

	boolean update(String row, long version, KeptLock lock, long lastMillis, long cutoff) throws SQLException {
		PreparedStatement update = this.statements.prepare("update " + this.locks
				+ " set version = ?, lock_owner = ?, lease_end = ?, "
				+ "last_token = ?, first_token = ?, former_owner = ?, handed_until = ?, waiters = ?, keep_until = case "
				+ "when keep_until between ? and ? then keep_until else ? end where id = ? and version = ? and "
				+ this.dialect.millis() + " <= ?");
		update.setLong(1, version + 1);
		update.setString(2, lock.owner());
		if (lock.ends() != null) {
			update.setLong(3, lock.ends());
		}
		else {
			update.setNull(3, Types.BIGINT);
		}
		update.setLong(4, lock.fence());
		update.setLong(5, lock.first());
		update.setString(6, lock.former().isEmpty() ? null : lock.former());
		update.setLong(7, lock.handedUntil());
		update.setString(8, lock.queue().isEmpty() ? null : lock.queue());
		update.setLong(9, lastMillis + this.retentionMillis);
		update.setLong(10, lastMillis + 3 * this.retentionMillis);
		update.setLong(11, lastMillis + 2 * this.retentionMillis);
		update.setString(12, row);
		update.setLong(13, version);
		update.setLong(14, cutoff);
		return update.executeUpdate() == 1;
	}

	// Does what the rules do for a free lock without waiters, in one statement; returns
	// null if nothing was changed. Repeated attempts are left to the rules.
	@Nullable StoreReply own(String row, String name, String id, long leaseMillis, long block, long cutoff) throws SQLException {
		if (!this.dialect.ownsInOneStatement()) {
			return null;
		}
		PreparedStatement upsert = this.statements.prepare("insert into " + this.locks
				+ " as l (id, name, version, lock_owner, "
				+ "lease_end, last_token, first_token, handed_until, keep_until) "
				+ "select ?, ?, n.micros, ?, n.micros / 1000 + ?, n.micros + ?, n.micros, 0, n.micros / 1000 + ? from "
				+ this.dialect.clockTable("micros") + " where n.micros / 1000 <= ? "
				+ "on conflict (id) do update set version = l.version + 1, lock_owner = excluded.lock_owner, "
				+ "lease_end = excluded.lease_end, "
				+ "last_token = greatest(l.last_token + 1, excluded.first_token) + ?, "
				+ "first_token = greatest(l.last_token + 1, excluded.first_token), former_owner = case "
				+ "when l.lease_end is null then l.lock_owner when l.lock_owner like '!%' then substr(l.lock_owner, 2) "
				+ "end, handed_until = 0, keep_until = case when l.keep_until between excluded.keep_until - "
				+ this.retentionMillis + " and excluded.keep_until + " + this.retentionMillis + " then l.keep_until "
				+ "else excluded.keep_until end where l.waiters is null "
				+ "and coalesce(l.lease_end, 0) <= excluded.lease_end - ? and l.former_owner is distinct from ? "
				+ "and l.lock_owner is distinct from ? and l.lock_owner is distinct from ? "
				+ "returning first_token, last_token, lease_end");
		upsert.setString(1, row);
		upsert.setString(2, this.statements.readable(name));
		upsert.setString(3, id);
		upsert.setLong(4, leaseMillis);
		upsert.setLong(5, block - 1);
		upsert.setLong(6, leaseMillis + 2 * this.retentionMillis);
		upsert.setLong(7, cutoff);
		upsert.setLong(8, block - 1);
		upsert.setLong(9, leaseMillis);
		upsert.setString(10, id);
		upsert.setString(11, id);
		upsert.setString(12, AttemptId.released(id));
		try (ResultSet result = upsert.executeQuery()) {
			return result.next() ? StoreReply
				.of(StoreReply.Status.OWNED, new ServerTime(this.clock, result.getLong(3) - leaseMillis))
				.withTokens(result.getLong(1), result.getLong(2))
				.withLease(leaseMillis) : null;
		}
	}

	// Does what the rules do for a lock without waiters, in one statement. A crashed
	// server may have forgotten the commit: then the lease runs to its end.
	boolean release(String row, String id) throws SQLException {
		String now = this.dialect.millis();
		PreparedStatement update = this.statements
			.prepare("update " + this.locks + " set version = version + 1, lease_end = null, "
					+ "handed_until = 0, keep_until = case when keep_until between " + now + " + "
					+ this.retentionMillis + " and " + now + " + " + 3 * this.retentionMillis + " then keep_until else "
					+ now + " + " + 2 * this.retentionMillis + " end "
					+ "where id = ? and lock_owner = ? and lease_end is not null and waiters is null and "
					+ this.dialect.committedSoon());
		update.setString(1, row);
		update.setString(2, id);
		return update.executeUpdate() == 1;
	}

	List<Renewed> renew(Map<String, Renewal> renewals) throws SQLException {
		PreparedStatement update = this.statements
			.prepare("with n as materialized (select micros / 1000 as millis from " + this.dialect.clockTable("micros")
					+ "), renewed as (update " + this.locks
					+ " l set version = l.version + 1, lease_end = greatest(l.lease_end, n.millis + r.lease), "
					+ "keep_until = case when l.keep_until between greatest(l.lease_end, n.millis + r.lease) + "
					+ this.retentionMillis + " and greatest(l.lease_end, n.millis + r.lease) + "
					+ 3 * this.retentionMillis + " then l.keep_until else greatest(l.lease_end, n.millis + r.lease) + "
					+ 2 * this.retentionMillis + " end from n, unnest(?::text[], ?::text[], ?::bigint[]) "
					+ "with ordinality as r (id, attempt, lease, number) "
					+ "where l.id = r.id and l.lock_owner = r.attempt and l.lease_end > n.millis "
					+ "returning r.number, l.lease_end, l.waiters is null) "
					+ "select n.millis, renewed.* from n left join renewed on true");
		update.setArray(1, this.statements.array("text", renewals.keySet().stream()));
		update.setArray(2, this.statements.array("text", renewals.values().stream().map(Renewal::id)));
		update.setArray(3, this.statements.array("bigint", renewals.values().stream().map(Renewal::leaseMillis)));
		List<Renewed> answers = new ArrayList<>();
		try (ResultSet result = update.executeQuery()) {
			while (result.next()) {
				ServerTime now = new ServerTime(this.clock, result.getLong(1));
				if (answers.isEmpty()) {
					answers.addAll(Collections.nCopies(renewals.size(),
							new Renewed(StoreReply.of(StoreReply.Status.LOST, now), false)));
				}
				int number = result.getInt(2);
				if (number > 0) {
					answers.set(number - 1, new Renewed(
							StoreReply.of(StoreReply.Status.OWNED, now).withLease(result.getLong(3) - now.millis()),
							result.getBoolean(4)));
				}
			}
		}
		return answers;
	}

	// Returns whether more rows may be left that no other instance deletes.
	boolean forget() throws SQLException {
		PreparedStatement query = this.statements.prepare("select id from " + this.locks + " where keep_until < "
				+ this.dialect.millis() + " order by keep_until");
		query.setMaxRows(MOST_FORGOTTEN);
		List<String> rows = new ArrayList<>();
		try (ResultSet result = query.executeQuery()) {
			while (result.next()) {
				rows.add(result.getString(1));
			}
		}
		if (rows.isEmpty()) {
			return false;
		}
		PreparedStatement delete = this.statements.prepare("delete from " + this.locks + " where id in (?"
				+ ", ?".repeat(MOST_FORGOTTEN - 1) + ") and keep_until < " + this.dialect.millis());
		for (int i = 0; i < MOST_FORGOTTEN; i++) {
			delete.setString(i + 1, rows.get(Math.min(i, rows.size() - 1)));
		}
		return delete.executeUpdate() > 0 && rows.size() == MOST_FORGOTTEN;
	}

	private static @Nullable Long number(ResultSet result, int column) throws SQLException {
		long number = result.getLong(column);
		return result.wasNull() ? null : Long.valueOf(number);
	}

	private static String text(ResultSet result, int column) throws SQLException {
		return Objects.requireNonNullElse(result.getString(column), "");
	}

	/**
	 * The answer to a renewal; {@code alone} says that no caller is known to wait.
	 */
	record Renewed(StoreReply reply, boolean alone) {

	}

	/**
	 * A lock as it was read at {@code micros} of the database's clock; its version is
	 * zero if it has no row.
	 */
	record StoredLock(long micros, long version, KeptLock lock) {

	}

}
