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

	/**
	 * How many replicas must have received a lock, and each renewal of it, before it
	 * counts. Zero waits for none.
	 */
	private int minReplicas = 0;

	/**
	 * How long to wait for the replicas. At most half of the command timeout.
	 */
	private Duration replicaTimeout = Duration.ofMillis(200);

	public int getMinReplicas() {
		return this.minReplicas;
	}

	public void setMinReplicas(int minReplicas) {
		this.minReplicas = minReplicas;
	}

	public Duration getReplicaTimeout() {
		return this.replicaTimeout;
	}

	public void setReplicaTimeout(Duration replicaTimeout) {
		this.replicaTimeout = replicaTimeout;
	}

	public Duration getRestartDelay() {
		return this.restartDelay;
	}

	public void setRestartDelay(Duration restartDelay) {
		this.restartDelay = restartDelay;
	}

}
