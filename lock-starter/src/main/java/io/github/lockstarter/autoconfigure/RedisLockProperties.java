package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The {@code distributed-lock.redis.*} properties.
 */
@ConfigurationProperties("distributed-lock.redis")
public class RedisLockProperties {

	/**
	 * For how long a Redis grants no locks after its start, because it may have forgotten
	 * those that are held. Zero for not at all; otherwise the lease time or longer.
	 */
	private Duration restartDelay = Duration.ofSeconds(0);

	public Duration getRestartDelay() {
		return this.restartDelay;
	}

	public void setRestartDelay(Duration restartDelay) {
		this.restartDelay = restartDelay;
	}

}
