package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The {@code distributed-lock.redis.*} properties.
 */
@ConfigurationProperties("distributed-lock.redis")
public class RedisLockProperties {

	/**
	 * How long a Redis grants no locks after its start, because it may have forgotten
	 * held locks. Zero or at least the lease time. Default: zero for one Redis and for a
	 * cluster, and the lease time for a quorum, where the longest value of all instances
	 * counts.
	 */
	private @Nullable Duration restartDelay;

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

	private final Quorum quorum = new Quorum();

	public @Nullable Duration getRestartDelay() {
		return this.restartDelay;
	}

	public void setRestartDelay(@Nullable Duration restartDelay) {
		this.restartDelay = restartDelay;
	}

	public Quorum getQuorum() {
		return this.quorum;
	}

	/**
	 * Independent masters of which a majority keeps the locks.
	 */
	public static class Quorum {

		/**
		 * Addresses of three or five independent masters, of which a majority keeps the
		 * locks, as redis://user:password@host:port or rediss://user:password@host:port.
		 * The same for all instances.
		 */
		private List<String> nodes = new ArrayList<>();

		public List<String> getNodes() {
			return this.nodes;
		}

		public void setNodes(List<String> nodes) {
			this.nodes = nodes;
		}

	}

}
