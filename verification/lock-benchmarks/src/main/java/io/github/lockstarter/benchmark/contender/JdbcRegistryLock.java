package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.locks.Lock;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/**
 * Spring Integration's lock registry in a database, with its defaults but for the lease.
 * It renews nothing by itself.
 */
final class JdbcRegistryLock implements Contender {

	static final String TABLE = "create table if not exists INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, "
			+ "REGION VARCHAR(100) NOT NULL, CLIENT_ID CHAR(36), CREATED_DATE TIMESTAMP NOT NULL, "
			+ "EXPIRED_AFTER TIMESTAMP NOT NULL, constraint INT_LOCK_PK primary key (LOCK_KEY, REGION))";

	private final HikariDataSource pool;

	private final DefaultLockRepository repository;

	private final JdbcLockRegistry registry;

	JdbcRegistryLock(Endpoint endpoint) {
		this.pool = DatabasePool.open(endpoint, TABLE);
		this.repository = repository(this.pool);
		this.registry = new JdbcLockRegistry(this.repository, endpoint.lease());
	}

	static DefaultLockRepository repository(DataSource pool) {
		DefaultLockRepository repository = new DefaultLockRepository(pool);
		repository.setTransactionManager(new DataSourceTransactionManager(pool));
		repository.afterPropertiesSet();
		repository.afterSingletonsInstantiated();
		repository.start();
		return repository;
	}

	@Override
	public Runnable acquire(String name) {
		Lock lock = this.registry.obtain(name);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.repository.close();
		this.pool.close();
	}

}
