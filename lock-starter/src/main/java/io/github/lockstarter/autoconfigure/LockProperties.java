package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.Ordered;

import io.github.lockstarter.ReleaseMode;

/**
 * The {@code distributed-lock.*} properties.
 */
@ConfigurationProperties("distributed-lock")
public class LockProperties {

	/**
	 * Whether annotated methods are locked. When false they run without a lock, and one
	 * warning at start counts them.
	 */
	private boolean enabled = true;

	/**
	 * Prefix of every key and channel in Redis. All instances that share locks need the
	 * same.
	 */
	private String keyPrefix = "lock";

	/**
	 * How long to wait for a lock that another holds, unless a request says otherwise.
	 */
	private Duration waitTime = Duration.ofSeconds(3);

	/**
	 * Length of a lease that is renewed while it is held: how long the lock of a crashed
	 * holder stays taken.
	 */
	private Duration leaseTime = Duration.ofSeconds(30);

	/**
	 * How long a lease is renewed at most. Without it, as long as it is held.
	 */
	private @Nullable Duration maxHold;

	/**
	 * How long to wait for the answer of Redis to one command. At most a sixth of the
	 * lease time.
	 */
	private Duration commandTimeout = Duration.ofSeconds(1);

	/**
	 * How long a starting application waits for the first connection to Redis, unless
	 * that fails before. At most one minute; 0 waits for nothing. Callers that come
	 * meanwhile wait too.
	 */
	private Duration startTimeout = Duration.ofSeconds(5);

	/**
	 * How often a waiter asks Redis while no push arrives. A sixth of the lease time is
	 * used where that is shorter.
	 */
	private Duration pollInterval = Duration.ofSeconds(2);

	/**
	 * How long the fencing token of a free lock is remembered. Must be longer than any
	 * backward step of the Redis server's clock.
	 */
	private Duration fenceRetention = Duration.ofMinutes(1);

	/**
	 * How long a stopping application waits for the holders of locks to end.
	 */
	private Duration shutdownTimeout = Duration.ofSeconds(20);

	/**
	 * For what a holder waits when it gives its lock back, unless a request says
	 * otherwise: for the answer of Redis, or for nothing, which saves a round trip.
	 */
	private ReleaseMode release = ReleaseMode.CONFIRMED;

	/**
	 * Whether a locked method that is called inside an open transaction keeps its lock
	 * until that transaction has completed.
	 */
	private boolean releaseAfterTransaction = true;

	private final HandOff handOff = new HandOff();

	private final Cohort cohort = new Cohort();

	private final Aspect aspect = new Aspect();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public Duration getWaitTime() {
		return this.waitTime;
	}

	public void setWaitTime(Duration waitTime) {
		this.waitTime = waitTime;
	}

	public Duration getLeaseTime() {
		return this.leaseTime;
	}

	public void setLeaseTime(Duration leaseTime) {
		this.leaseTime = leaseTime;
	}

	public @Nullable Duration getMaxHold() {
		return this.maxHold;
	}

	public void setMaxHold(@Nullable Duration maxHold) {
		this.maxHold = maxHold;
	}

	public Duration getCommandTimeout() {
		return this.commandTimeout;
	}

	public void setCommandTimeout(Duration commandTimeout) {
		this.commandTimeout = commandTimeout;
	}

	public Duration getStartTimeout() {
		return this.startTimeout;
	}

	public void setStartTimeout(Duration startTimeout) {
		this.startTimeout = startTimeout;
	}

	public Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(Duration pollInterval) {
		this.pollInterval = pollInterval;
	}

	public Duration getFenceRetention() {
		return this.fenceRetention;
	}

	public void setFenceRetention(Duration fenceRetention) {
		this.fenceRetention = fenceRetention;
	}

	public Duration getShutdownTimeout() {
		return this.shutdownTimeout;
	}

	public void setShutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
	}

	public ReleaseMode getRelease() {
		return this.release;
	}

	public void setRelease(ReleaseMode release) {
		this.release = release;
	}

	public boolean isReleaseAfterTransaction() {
		return this.releaseAfterTransaction;
	}

	public void setReleaseAfterTransaction(boolean releaseAfterTransaction) {
		this.releaseAfterTransaction = releaseAfterTransaction;
	}

	public HandOff getHandOff() {
		return this.handOff;
	}

	public Cohort getCohort() {
		return this.cohort;
	}

	public Aspect getAspect() {
		return this.aspect;
	}

	/**
	 * How a lock goes from its holder to the next waiter.
	 */
	public static class HandOff {

		/**
		 * Length of the provisional lease that a waiter is handed. A waiter that died
		 * keeps the lock for so long.
		 */
		private Duration lease = Duration.ofSeconds(2);

		/**
		 * Whether a waiter that is handed the lock always confirms it with Redis before
		 * it enters, at the price of a round trip.
		 */
		private boolean confirm;

		public Duration getLease() {
			return this.lease;
		}

		public void setLease(Duration lease) {
			this.lease = lease;
		}

		public boolean isConfirm() {
			return this.confirm;
		}

		public void setConfirm(boolean confirm) {
			this.confirm = confirm;
		}

	}

	/**
	 * How threads of one JVM that want the same lock pass it among themselves.
	 */
	public static class Cohort {

		/**
		 * How often the lock is passed on inside one JVM before the other servers get
		 * their turn. Zero turns the passing off, 64 is the most.
		 */
		private int maxPasses = 16;

		/**
		 * How long one JVM passes the lock on before the other servers get their turn.
		 */
		private Duration maxTime = Duration.ofMillis(50);

		public int getMaxPasses() {
			return this.maxPasses;
		}

		public void setMaxPasses(int maxPasses) {
			this.maxPasses = maxPasses;
		}

		public Duration getMaxTime() {
			return this.maxTime;
		}

		public void setMaxTime(Duration maxTime) {
			this.maxTime = maxTime;
		}

	}

	/**
	 * Where the lock stands among the other advice on a method.
	 */
	public static class Aspect {

		/**
		 * Order of the lock among the advice on a method. The default is inside method
		 * security and outside transactions and caches.
		 */
		private int order = Ordered.LOWEST_PRECEDENCE - 100;

		public int getOrder() {
			return this.order;
		}

		public void setOrder(int order) {
			this.order = order;
		}

	}

}
