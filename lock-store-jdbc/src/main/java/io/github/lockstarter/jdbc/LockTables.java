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
 * The table of the locks, as one connection sees it, which commits each statement by
 * itself unless it is said. For one thread.
 *
 * <p>
 * A row is kept for the retention at least after it counts, and for three times that at
 * most. Between the two the time until which it is kept stays as it is: it is in an
 * index, and a change that touches none writes half as much.
 */
final class LockTables {

	private static final String COLUMNS = "lock_owner, lease_end, last_token, first_token, former_owner, "
			+ "handed_until, waiters";

	// In one statement: so long others wait for the connection.
	private static final int MOST_FORGOTTEN = 100;

	private final Statements statements;

	private final Dialect dialect;

	private final String locks;

	private final ClientTables clients;

	private final String clock;

	private final long retentionMillis;

	/**
	 * Prepares the use of the tables.
	 * @param connection where they are
	 * @param dialect of the database
	 * @param prefix what their names begin with
	 * @param retentionMillis for how long a lock is kept at least that nobody has
	 */
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

	/**
	 * Who is there, and what is said to whom.
	 */
	ClientTables clients() {
		return this.clients;
	}

	/**
	 * Whose clock the times are of.
	 */
	String clock() {
		return this.clock;
	}

	/**
	 * Reads a lock and the time.
	 * @param row the row
	 * @return the lock, of version zero if there is none
	 */
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

	/**
	 * Makes the row of a lock that nobody has had, unless another is faster.
	 * @param row the row
	 * @param name the lock name, for people
	 * @param version its version: no row that was there before has had so high a one
	 * @return whether it was made
	 */
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

	/**
	 * Changes a lock that nobody else has changed since it was read.
	 * @param row the row
	 * @param version the version that was read
	 * @param lock what it becomes
	 * @param lastMillis until when something of it counts, in milliseconds of the
	 * database
	 * @param cutoff after which millisecond of the database nothing is changed
	 * @return whether it was changed
	 */
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

	/**
	 * Takes a lock that is free and that nobody waits for, if the database can do that in
	 * one statement: what the rules do then. Repeated attempts are left to the rules.
	 * @param row the row
	 * @param name the lock name, for people
	 * @param id the attempt
	 * @param leaseMillis the length of the lease
	 * @param block how many tokens an owner gets
	 * @param cutoff after which millisecond of the database it is not taken
	 * @return the answer, or null if nothing was changed
	 */
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

	/**
	 * Gives a lock back that nobody waits for: what the rules do then, in one statement.
	 * A server that crashes may have forgotten it: then the lease goes on to its end.
	 * @param row the row
	 * @param id the attempt that owns it
	 * @return whether it was given back; otherwise nothing is changed
	 */
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

	/**
	 * Renews locks in one statement, where the database can do that.
	 * @param renewals the locks, by their rows, each of which is there once
	 * @return what the rules answer, in the same order
	 */
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

	/**
	 * Deletes some of the locks that nobody has needed for long, in one statement.
	 * @return whether there may be more of them that no other instance deletes
	 */
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
	 * What became of a renewal.
	 *
	 * @param reply what the rules answer
	 * @param alone whether it is known that nobody waits
	 */
	record Renewed(StoreReply reply, boolean alone) {

	}

	/**
	 * A lock as it was read.
	 *
	 * @param micros when, by the clock of the database, in microseconds since the epoch
	 * @param version how often it was changed, zero if there is none
	 * @param lock what is kept of it
	 */
	record StoredLock(long micros, long version, KeptLock lock) {

	}

}
