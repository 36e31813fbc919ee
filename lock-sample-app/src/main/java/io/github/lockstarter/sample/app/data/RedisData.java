package io.github.lockstarter.sample.app.data;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.context.annotation.Profile;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Repository;

@Repository
@Profile("redis")
class RedisData implements SharedData {

	private final StringRedisTemplate redis;

	RedisData(StringRedisTemplate redis) {
		this.redis = redis;
	}

	@Override
	public Optional<String> value(String key) {
		return Optional.ofNullable(this.redis.opsForValue().get(key));
	}

	@Override
	public void put(String key, String value, Duration time) {
		this.redis.opsForValue().set(key, value, time);
	}

	@Override
	public long increment(String key, Duration time) {
		long number = this.redis.opsForValue().increment(key);
		this.redis.expire(key, time);
		return number;
	}

	@Override
	public void append(String key, String entry) {
		this.redis.opsForList().rightPush(key, entry);
	}

	@Override
	public List<String> entries(String key) {
		return this.redis.opsForList().range(key, 0, -1);
	}

	@Override
	public void keepLast(String key, int most) {
		this.redis.opsForList().trim(key, -most, -1);
	}

	@Override
	public void delete(String key) {
		this.redis.delete(key);
	}

	@Override
	public List<String> keys(String prefix) {
		try (Cursor<String> keys = this.redis.scan(ScanOptions.scanOptions().match(prefix + "*").build())) {
			return keys.stream().distinct().toList();
		}
	}

}
