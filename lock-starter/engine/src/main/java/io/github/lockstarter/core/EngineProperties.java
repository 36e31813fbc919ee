package io.github.lockstarter.core;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;

/**
 * The settings of the engine that an application may change, bound as {@code
 * distributed-lock.*}. {@link LockSettings} validates them.
 */
public class EngineProperties {

	/**
	 * How long to wait for a lock that another caller holds, unless a request says
	 * otherwise.
	 */
	private Duration waitTime = Duration.ofSeconds(3);

	/**
	 * Length of a renewed lease, and so how long the lock of a crashed holder stays
	 * taken.
	 */
	private Duration leaseTime = Duration.ofSeconds(30);

	/**
	 * Longest time for which a lease is renewed. Without it, a lease is renewed as long
	 * as the lock is held.
	 */
	private @Nullable Duration maxHold;

	/**
	 * How long to wait for the reply of the store to one command. At most a sixth of the
	 * lease time.
	 */
	private Duration commandTimeout = Duration.ofSeconds(1);

	/**
	 * How long a starting application, and its first calls, wait for the first connection
	 * to the store, unless that fails before. At most one minute; 0 does not wait.
	 */
	private Duration startTimeout = Duration.ofSeconds(5);

	/**
	 * How often a waiter polls the store while it receives no notification. At most a
	 * sixth of the lease time.
	 */
	private Duration pollInterval = Duration.ofSeconds(2);

	/**
	 * How long the fencing token of a free lock is remembered. Must be longer than any
	 * backward step of the store's clock. At least twice the command timeout is used.
	 */
	private Duration fenceRetention = Duration.ofMinutes(1);

	/**
	 * How long a stopping application waits for the holders of its locks.
	 */
	private Duration shutdownTimeout = Duration.ofSeconds(20);

	/**
	 * Whether a holder waits until the store confirms its release, unless a request says
	 * otherwise. Not to wait saves a round trip.
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
		 * Length of the provisional lease under which a waiter is handed the lock, and so
		 * how long a waiter that has died keeps it.
		 */
		private Duration lease = Duration.ofSeconds(2);

		/**
		 * Whether a waiter that is handed the lock always confirms it with the store
		 * before it enters, which costs a round trip.
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
	 * How threads of one JVM pass a lock to each other.
	 */
	public static class Cohort {

		/**
		 * How often a lock is passed on within one JVM before other instances get their
		 * turn; 0 to 64, where 0 turns it off. Four times as often, 64 at most, during
		 * the first tenth of a turn that began when no other instance waited.
		 */
		private int maxPasses = 16;

		/**
		 * How long a lock is passed on within one JVM before other instances get their
		 * turn.
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
