package io.github.lockstarter.core;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;

/**
 * What an application may set of the engine: the names, what each is for, and the
 * defaults. They are bound as {@code distributed-lock.*}. {@link LockSettings} checks
 * them.
 */
public class EngineProperties {

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
	 * How long to wait for the answer of the store to one command. At most a sixth of the
	 * lease time.
	 */
	private Duration commandTimeout = Duration.ofSeconds(1);

	/**
	 * How long a starting application waits for the first connection to the store, unless
	 * that fails before. At most one minute; 0 waits for nothing. Callers that come
	 * meanwhile wait too.
	 */
	private Duration startTimeout = Duration.ofSeconds(5);

	/**
	 * How often a waiter asks the store while no push arrives. A sixth of the lease time
	 * is used where that is shorter.
	 */
	private Duration pollInterval = Duration.ofSeconds(2);

	/**
	 * How long the fencing token of a free lock is remembered. Must be longer than any
	 * backward step of the store's clock. Twice the command timeout is used where that is
	 * longer.
	 */
	private Duration fenceRetention = Duration.ofMinutes(1);

	/**
	 * How long a stopping application waits for the holders of locks to end.
	 */
	private Duration shutdownTimeout = Duration.ofSeconds(20);

	/**
	 * For what a holder waits when it gives its lock back, unless a request says
	 * otherwise: for the answer of the store, or for nothing, which saves a round trip.
	 */
	private ReleaseMode release = ReleaseMode.CONFIRMED;

	private final HandOff handOff = new HandOff();

	private final Cohort cohort = new Cohort();

	public Duration getWaitTime() {
		return this.waitTime;
	}

	public EngineProperties setWaitTime(Duration waitTime) {
		this.waitTime = waitTime;
		return this;
	}

	public Duration getLeaseTime() {
		return this.leaseTime;
	}

	public EngineProperties setLeaseTime(Duration leaseTime) {
		this.leaseTime = leaseTime;
		return this;
	}

	public @Nullable Duration getMaxHold() {
		return this.maxHold;
	}

	public EngineProperties setMaxHold(@Nullable Duration maxHold) {
		this.maxHold = maxHold;
		return this;
	}

	public Duration getCommandTimeout() {
		return this.commandTimeout;
	}

	public EngineProperties setCommandTimeout(Duration commandTimeout) {
		this.commandTimeout = commandTimeout;
		return this;
	}

	public Duration getStartTimeout() {
		return this.startTimeout;
	}

	public EngineProperties setStartTimeout(Duration startTimeout) {
		this.startTimeout = startTimeout;
		return this;
	}

	public Duration getPollInterval() {
		return this.pollInterval;
	}

	public EngineProperties setPollInterval(Duration pollInterval) {
		this.pollInterval = pollInterval;
		return this;
	}

	public Duration getFenceRetention() {
		return this.fenceRetention;
	}

	public EngineProperties setFenceRetention(Duration fenceRetention) {
		this.fenceRetention = fenceRetention;
		return this;
	}

	public Duration getShutdownTimeout() {
		return this.shutdownTimeout;
	}

	public EngineProperties setShutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
		return this;
	}

	public ReleaseMode getRelease() {
		return this.release;
	}

	public EngineProperties setRelease(ReleaseMode release) {
		this.release = release;
		return this;
	}

	public HandOff getHandOff() {
		return this.handOff;
	}

	public Cohort getCohort() {
		return this.cohort;
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
		 * Whether a waiter that is handed the lock always confirms it with the store
		 * before it enters, at the price of a round trip.
		 */
		private boolean confirm;

		public Duration getLease() {
			return this.lease;
		}

		public HandOff setLease(Duration lease) {
			this.lease = lease;
			return this;
		}

		public boolean isConfirm() {
			return this.confirm;
		}

		public HandOff setConfirm(boolean confirm) {
			this.confirm = confirm;
			return this;
		}

	}

	/**
	 * How threads of one JVM that want the same lock pass it among themselves.
	 */
	public static class Cohort {

		/**
		 * How often the lock is passed on inside one JVM before the other servers get
		 * their turn. Four times as often, but 64 times at most, in the first tenth of a
		 * turn that began when no other server waited. Zero turns the passing off, 64 is
		 * the most.
		 */
		private int maxPasses = 16;

		/**
		 * How long one JVM passes the lock on before the other servers get their turn.
		 */
		private Duration maxTime = Duration.ofMillis(50);

		public int getMaxPasses() {
			return this.maxPasses;
		}

		public Cohort setMaxPasses(int maxPasses) {
			this.maxPasses = maxPasses;
			return this;
		}

		public Duration getMaxTime() {
			return this.maxTime;
		}

		public Cohort setMaxTime(Duration maxTime) {
			this.maxTime = maxTime;
			return this;
		}

	}

}
