package io.github.lockstarter.benchmark.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.zaxxer.hikari.HikariDataSource;

/**
 * The floor in a database: what one writes by hand on JDBC. One statement makes the row
 * or takes it over when its time has passed, one gives it back if it is still ours. Asks
 * again every 50 ms while another has it; does not renew.
 */
final class RowLock implements Contender {

	/**
	 * How often one asks again who writes it by hand.
	 */
	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final String TABLE = "create table if not exists floor_lock (name varchar(255) primary key, "
			+ "owner varchar(100) not null, expires timestamptz not null)";

	private static final String ACQUIRE = "insert into floor_lock as l (name, owner, expires) "
			+ "values (?, ?, clock_timestamp() + ? * interval '1 millisecond') on conflict (name) do update "
			+ "set owner = excluded.owner, expires = excluded.expires where l.expires <= clock_timestamp()";

	private static final String RELEASE = "update floor_lock set expires = '-infinity' where name = ? and owner = ?";

	private final HikariDataSource pool;

	private final long leaseMillis;

	RowLock(Endpoint endpoint) {
		this.pool = DatabasePool.open(endpoint, TABLE);
		this.leaseMillis = endpoint.lease().toMillis();
	}

	@Override
	public Runnable acquire(String name) {
		String owner = UUID.randomUUID().toString();
		while (!execute(ACQUIRE, name, owner, this.leaseMillis)) {
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		return () -> execute(RELEASE, name, owner);
	}

	private boolean execute(String sql, Object... values) {
		try (Connection connection = this.pool.getConnection();
				PreparedStatement statement = connection.prepareStatement(sql)) {
			for (int i = 0; i < values.length; i++) {
				statement.setObject(i + 1, values[i]);
			}
			return statement.executeUpdate() == 1;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.pool.close();
	}

}
