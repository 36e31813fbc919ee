package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.List;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * The template of lock4j on Spring Data Redis, with its defaults but for the lease, which
 * is fixed: its renewal starts a thread for each acquisition.
 */
final class Lock4jLock implements Contender {

	private final LettuceConnectionFactory factory;

	private final LockTemplate template = new LockTemplate();

	private final long leaseMillis;

	Lock4jLock(Endpoint endpoint) {
		this.factory = SpringRedis.connectionFactory(endpoint);
		this.leaseMillis = endpoint.lease().toMillis();
		Lock4jProperties properties = new Lock4jProperties();
		this.template.setProperties(properties);
		this.template
			.setExecutors(List.of(new RedisTemplateLockExecutor(new StringRedisTemplate(this.factory), properties)));
		try {
			this.template.afterPropertiesSet();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public Runnable acquire(String name) {
		LockInfo lock = this.template.lock("lock4j:" + name, this.leaseMillis, Duration.ofMinutes(10).toMillis());
		if (lock == null) {
			throw new IllegalStateException("lock4j has not got the lock within ten minutes");
		}
		return () -> this.template.releaseLock(lock);
	}

	@Override
	public void close() {
		this.factory.destroy();
	}

}
