package io.github.lockstarter.benchmark.contender;

import java.util.List;
import java.util.function.BiFunction;

import org.redisson.RedissonMultiLock;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * The locks that Redisson has.
 */
enum RedissonKind {

	/**
	 * {@code getLock}: waits by messages, in no order.
	 */
	PLAIN((clients, name) -> clients.get(0).getLock(name)),

	/**
	 * {@code getFairLock}: waits in a queue.
	 */
	FAIR((clients, name) -> clients.get(0).getFairLock(name)),

	/**
	 * {@code getSpinLock}: waits by asking again.
	 */
	SPIN((clients, name) -> clients.get(0).getSpinLock(name)),

	/**
	 * {@code getFencedLock}: counts its holders.
	 */
	FENCED((clients, name) -> clients.get(0).getFencedLock(name)),

	/**
	 * The lock of a {@code RReadWriteLock} that many have at once.
	 */
	READ((clients, name) -> clients.get(0).getReadWriteLock(name).readLock()),

	/**
	 * The lock of the same that one has alone.
	 */
	WRITE((clients, name) -> clients.get(0).getReadWriteLock(name).writeLock()),

	/**
	 * {@code RedissonMultiLock} of the plain locks of all servers: held if all grant it.
	 */
	MULTI((clients, name) -> new RedissonMultiLock(plain(clients, name))),

	/**
	 * {@code RedissonRedLock} of the plain locks of all servers: held if most grant it.
	 * Redisson has deprecated it.
	 */
	RED((clients, name) -> redLock(plain(clients, name)));

	private final BiFunction<List<RedissonClient>, String, RLock> factory;

	RedissonKind(BiFunction<List<RedissonClient>, String, RLock> factory) {
		this.factory = factory;
	}

	RLock lock(List<RedissonClient> clients, String name) {
		return this.factory.apply(clients, name);
	}

	@SuppressWarnings("deprecation") // the lock that is compared
	private static RLock redLock(RLock[] parts) {
		return new RedissonRedLock(parts);
	}

	private static RLock[] plain(List<RedissonClient> clients, String name) {
		return clients.stream().map((client) -> client.getLock(name)).toArray(RLock[]::new);
	}

}
