package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import com.zaxxer.hikari.HikariDataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * ShedLock in a database, as its documentation sets it up, with the time of the database.
 * It never waits.
 */
final class JdbcShedLock implements Contender {

	private static final String TABLE = "create table if not exists shedlock (name varchar(64) not null, "
			+ "lock_until timestamp not null, locked_at timestamp not null, locked_by varchar(255) not null, "
			+ "primary key (name))";

	private final HikariDataSource pool;

	private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor();

	private final LockProvider provider;

	private final Duration lease;

	/**
	 * Creates it.
	 * @param endpoint the database
	 * @param renewed whether held locks are renewed, which leases below thirty seconds
	 * are not
	 */
	JdbcShedLock(Endpoint endpoint, boolean renewed) {
		this.pool = DatabasePool.open(endpoint, TABLE);
		JdbcTemplateLockProvider locks = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
			.withJdbcTemplate(new JdbcTemplate(this.pool))
			.usingDbTime()
			.build());
		this.provider = renewed ? new KeepAliveLockProvider(locks, this.renewals) : locks;
		this.lease = endpoint.lease();
	}

	@Override
	public Runnable acquire(String name) {
		SimpleLock lock = this.provider.lock(new LockConfiguration(Instant.now(), name, this.lease, Duration.ZERO))
			.orElseThrow(() -> new IllegalStateException("ShedLock does not wait"));
		return lock::unlock;
	}

	@Override
	public void close() {
		this.renewals.shutdownNow();
		this.pool.close();
	}

}
