package io.github.lockstarter.sample.stage.page;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.Refusal;

/**
 * Which lock names were in use lately, on any server: nobody can be asked for all locks,
 * only for one by its name. Noted in memory when it happens, and shared through Redis
 * twice a second, so that no lock gets slower by being looked at.
 */
@Component
class SeenLocks implements LockObserver {

	private static final String NAMES = "sample:lock-names";

	private static final int MOST = 20;

	private static final Duration LATELY = Duration.ofMinutes(5);

	private final StringRedisTemplate redis;

	private final Map<String, Long> seen = new ConcurrentHashMap<>();

	private volatile List<String> known = List.of();

	SeenLocks(StringRedisTemplate redis) {
		this.redis = redis;
	}

	/**
	 * The names used last, the latest first.
	 * @return at most twenty names of the last five minutes
	 */
	List<String> names() {
		Set<String> names = this.redis.opsForZSet()
			.reverseRangeByScore(NAMES, Instant.now().minus(LATELY).toEpochMilli(), Double.MAX_VALUE, 0, MOST);
		this.known = (names != null) ? List.copyOf(names) : List.of();
		return this.known;
	}

	/**
	 * The same, as of the last time that Redis was asked. No I/O.
	 */
	List<String> known() {
		return this.known;
	}

	void note(String name) {
		this.seen.put(name, System.currentTimeMillis());
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		note(attempt.name());
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		note(attempt.name());
	}

	@Scheduled(fixedDelay = 500)
	void share() {
		if (this.seen.isEmpty()) {
			return;
		}
		try {
			Map.copyOf(this.seen).forEach((name, time) -> {
				this.redis.opsForZSet().add(NAMES, name, time);
				this.seen.remove(name, time);
			});
			long old = Instant.now().minus(LATELY).toEpochMilli();
			this.redis.opsForZSet().removeRangeByScore(NAMES, 0, old);
		}
		catch (DataAccessException ex) {
			// they are shared when Redis is back
		}
	}

}
