package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumNode;
import io.github.lockstarter.quorum.QuorumSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

/**
 * Three masters that know nothing of each other, and the stores on them.
 */
final class ThreeMasters implements AutoCloseable {

	private final List<TestRedis> masters;

	ThreeMasters() {
		this.masters = IntStream.range(0, 3).mapToObj((i) -> TestRedis.start()).toList();
	}

	TestRedis get(int index) {
		return this.masters.get(index);
	}

	List<TestRedis> all() {
		return this.masters;
	}

	/**
	 * The store of one application instance, not started.
	 * @param restartDelay for how long a master does not count after its start
	 */
	QuorumLockStore store(LockSettings settings, Duration restartDelay) {
		return store(settings, restartDelay, UnaryOperator.identity());
	}

	/**
	 * The store of one application instance, not started.
	 * @param restartDelay for how long a master does not count after its start
	 * @param decorated what stands before each master
	 */
	QuorumLockStore store(LockSettings settings, Duration restartDelay, UnaryOperator<QuorumNode> decorated) {
		return store(settings, restartDelay, new SystemLockClock(), decorated);
	}

	private QuorumLockStore store(LockSettings settings, Duration restartDelay, LockClock clock,
			UnaryOperator<QuorumNode> decorated) {
		return store(settings, restartDelay, LettuceClientConfiguration.defaultConfiguration(), clock, decorated);
	}

	private QuorumLockStore store(LockSettings settings, Duration restartDelay, LettuceClientConfiguration client,
			LockClock clock, UnaryOperator<QuorumNode> decorated) {
		List<LettuceConnectionFactory> factories = this.masters.stream()
			.map((redis) -> new LettuceConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port()),
					client))
			.toList();
		List<QuorumNode> nodes = RedisClients.askedTogether(factories, settings.commandTimeout())
			.stream()
			.<QuorumNode>map((clients) -> new QuorumMaster(clients, settings, "lock", "test@host:1", clock))
			.map(decorated::apply)
			.toList();
		return new QuorumLockStore(nodes, new QuorumSettings(settings.commandTimeout(), settings.leaseTime(),
				restartDelay, settings.startTimeout()), LockRuntime::drawClientId, clock);
	}

	/**
	 * One application instance on the three.
	 */
	LockInstance instance(LockSettings settings, Duration restartDelay) {
		return instance(settings, restartDelay, new SystemLockClock());
	}

	/**
	 * One application instance on the three, with a clock of its own.
	 */
	LockInstance instance(LockSettings settings, Duration restartDelay, LockClock clock) {
		return LockInstance.on(store(settings, restartDelay, clock, UnaryOperator.identity()), settings, clock);
	}

	/**
	 * One application instance on the three, with clients of a kind.
	 */
	LockInstance instance(LockSettings settings, LettuceClientConfiguration client) {
		LockClock clock = new SystemLockClock();
		return LockInstance.on(store(settings, Duration.ZERO, client, clock, UnaryOperator.identity()), settings,
				clock);
	}

	@Override
	public void close() {
		this.masters.forEach(TestRedis::close);
	}

}
