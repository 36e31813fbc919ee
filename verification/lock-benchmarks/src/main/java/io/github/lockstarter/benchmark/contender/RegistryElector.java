package io.github.lockstarter.benchmark.contender;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.leader.AbstractCandidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Spring Integration's leader initiator on one of its own registries, with their defaults
 * but for the lease.
 */
final class RegistryElector implements Elector {

	private static final String NAME = "elected";

	private final LockRegistryLeaderInitiator initiator;

	private final Runnable connections;

	private RegistryElector(LockRegistry<?> registry, Work work, Runnable connections) {
		this.connections = connections;
		this.initiator = new LockRegistryLeaderInitiator(registry, new AbstractCandidate(null, NAME) {

			@Override
			public void onGranted(Context context) {
				work.granted(0, context::isLeader);
			}

			@Override
			public void onRevoked(Context context) {
				work.revoked();
			}

		});
		this.initiator.start();
	}

	static Elector onRedis(Endpoint endpoint, Work work) {
		LettuceConnectionFactory factory = SpringRedis.connectionFactory(endpoint);
		RedisLockRegistry registry = new RedisLockRegistry(factory, "elections", endpoint.lease());
		return new RegistryElector(registry, work, () -> {
			registry.destroy();
			factory.destroy();
		});
	}

	static Elector onDatabase(Endpoint endpoint, Work work) {
		HikariDataSource pool = DatabasePool.open(endpoint, JdbcRegistryLock.TABLE);
		DefaultLockRepository repository = JdbcRegistryLock.repository(pool);
		return new RegistryElector(new JdbcLockRegistry(repository, endpoint.lease()), work, () -> {
			repository.close();
			pool.close();
		});
	}

	@Override
	public void close() {
		this.initiator.stop();
		try {
			// it unlocks on another thread, and an application has more to stop meanwhile
			Thread.sleep(1_000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.connections.run();
	}

}
