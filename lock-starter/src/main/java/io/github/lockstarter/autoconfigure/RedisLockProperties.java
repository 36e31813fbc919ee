package io.github.lockstarter.autoconfigure;

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
	 * For how long a Redis grants no locks after its start, because it may have forgotten
	 * those that are held. Zero for not at all; otherwise the lease time or longer. If
	 * nothing is said, zero for one Redis and for a cluster, and the lease time for a
	 * quorum, whose instances go by the longest of any of them.
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
	 * Locks on a majority of several masters.
	 */
	public static class Quorum {

		/**
		 * Addresses of three or five masters that know nothing of each other, of which a
		 * majority keeps the locks, as redis://user:password@host:port or
		 * rediss://user:password@host:port. All instances need the same.
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
