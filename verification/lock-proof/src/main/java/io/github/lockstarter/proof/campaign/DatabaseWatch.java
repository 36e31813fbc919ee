package io.github.lockstarter.proof.campaign;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.fault.DatabaseServer;
import io.github.lockstarter.proof.fault.Databases;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Leftovers;
import io.github.lockstarter.proof.watch.Lookout;
import io.github.lockstarter.proof.watch.RecordFields;
import io.github.lockstarter.record.KeptLock;

/**
 * Looks in a database who owns the locks, all the time.
 */
final class DatabaseWatch implements Watch {

	private static final long PAUSE_MILLIS = 20;

	// A lease, and the deadline of a waiter.
	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

	private static final String ROWS = "select (extract(epoch from clock_timestamp()) * 1000000)::bigint, name, "
			+ "lock_owner, lease_end, last_token, first_token, former_owner, handed_until, waiters from distributed_lock";

	private final Databases servers;

	private final List<String> locks;

	private final Lookout lookout;

	private final Thread thread = new Thread(this::run, "proof-database-watch");

	private volatile boolean running = true;

	DatabaseWatch(Databases servers, List<String> locks, HistoryWriter history) {
		this.servers = servers;
		this.locks = locks;
		this.lookout = new Lookout(history, System::nanoTime, null);
		this.thread.setDaemon(true);
		this.thread.start();
	}

	/**
	 * The tables of the locks, as the page for administrators has them.
	 */
	static List<String> tables() {
		return List.of("create table distributed_lock (id varchar(64) not null primary key, "
				+ "name varchar(255) not null, version bigint not null, lock_owner varchar(100), lease_end bigint, "
				+ "last_token bigint not null, first_token bigint not null, former_owner varchar(100), "
				+ "handed_until bigint not null, waiters text, keep_until bigint not null)",
				"create table distributed_lock_client (id varchar(32) not null primary key, "
						+ "label varchar(255) not null, mail smallint not null, seen bigint not null)",
				"create table distributed_lock_message (id bigserial primary key, client varchar(32) not null, "
						+ "body varchar(500) not null, sent bigint not null)",
				"create index distributed_lock_keep on distributed_lock (keep_until)",
				"create index distributed_lock_mail on distributed_lock_message (client)",
				"grant all on all tables in schema public to public",
				"grant all on all sequences in schema public to public");
	}

	private void run() {
		while (this.running) {
			DatabaseServer server = this.servers.primary();
			try (Connection connection = server.connect();
					PreparedStatement query = connection.prepareStatement(ROWS)) {
				while (this.running && server == this.servers.primary()) {
					look(server, query);
					Thread.sleep(PAUSE_MILLIS);
				}
			}
			catch (SQLException ex) {
				// one of the faults
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return;
			}
		}
		this.lookout.end();
	}

	private void look(DatabaseServer server, PreparedStatement query) throws SQLException {
		long begin = System.nanoTime();
		Map<String, Row> rows = read(query);
		if (server != this.servers.primary()) {
			// nobody asks this one any more
			return;
		}
		long now = rows.values().stream().mapToLong(Row::micros).min().orElse(0) / 1_000;
		for (String lock : this.locks) {
			Row row = rows.get(lock);
			Map<String, String> fields = (row != null) ? RecordFields.of(row.lock()) : Map.of();
			@Nullable String[] values = Stream.of(Lookout.FIELDS).map(fields::get).toArray(String[]::new);
			this.lookout.seen(lock, begin, now, values, () -> fields);
		}
	}

	private static Map<String, Row> read(PreparedStatement query) throws SQLException {
		Map<String, Row> rows = new HashMap<>();
		try (ResultSet found = query.executeQuery()) {
			while (found.next()) {
				long ends = found.getLong(4);
				rows.put(found.getString(2),
						new Row(found.getLong(1),
								new KeptLock(found.getString(3), (ends != 0) ? ends : null, found.getLong(5),
										found.getLong(6), Objects.requireNonNullElse(found.getString(7), ""),
										found.getLong(8), Objects.requireNonNullElse(found.getString(9), ""))));
			}
		}
		return rows;
	}

	/**
	 * Looks at what a run has left, after one more visitor has come to each lock.
	 * @param server the database
	 * @param locks the locks that it may have
	 * @param history where it is written
	 */
	static void look(DatabaseServer server, List<String> locks, HistoryWriter history) {
		long end = System.nanoTime() + LONGEST_NANOS;
		try (Connection connection = server.connect(); PreparedStatement query = connection.prepareStatement(ROWS)) {
			for (String lock : locks) {
				Map<String, String> left = left(query, lock);
				while (left == null && System.nanoTime() < end) {
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
					left = left(query, lock);
				}
				Leftovers.lock(history, System.nanoTime(), lock, (left != null) ? left : Map.of("taken", "still"));
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static @Nullable Map<String, String> left(PreparedStatement query, String lock) throws SQLException {
		Row row = read(query).get(lock);
		if (row == null) {
			return Map.of();
		}
		KeptLock visited = RecordFields.visited(row.lock(), row.micros());
		return (visited != null) ? RecordFields.of(visited) : null;
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
	}

	/**
	 * A lock as it was read.
	 *
	 * @param micros when, by the clock of the database, in microseconds since the epoch
	 * @param lock what is kept of it
	 */
	private record Row(long micros, KeptLock lock) {

	}

}
