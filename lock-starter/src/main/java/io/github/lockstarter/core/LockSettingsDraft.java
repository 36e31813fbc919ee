package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;

/**
 * Settings that are being put together; checked when they are done.
 */
public final class LockSettingsDraft {

	Duration waitTime = Duration.ofSeconds(3);

	Duration leaseTime = Duration.ofSeconds(30);

	@Nullable Duration maxHold;

	Duration commandTimeout = Duration.ofSeconds(1);

	Duration startTimeout = Duration.ofSeconds(5);

	Duration handOffLease = Duration.ofSeconds(2);

	boolean handOffConfirm;

	Duration pollInterval = Duration.ofSeconds(2);

	Duration fenceRetention = Duration.ofMinutes(1);

	int cohortMaxPasses = 16;

	Duration cohortMaxTime = Duration.ofMillis(50);

	Duration shutdownTimeout = Duration.ofSeconds(20);

	ReleaseMode release = ReleaseMode.CONFIRMED;

	LockSettingsDraft() {
	}

	LockSettingsDraft(LockSettingsDraft other) {
		this.waitTime = other.waitTime;
		this.leaseTime = other.leaseTime;
		this.maxHold = other.maxHold;
		this.commandTimeout = other.commandTimeout;
		this.startTimeout = other.startTimeout;
		this.handOffLease = other.handOffLease;
		this.handOffConfirm = other.handOffConfirm;
		this.pollInterval = other.pollInterval;
		this.fenceRetention = other.fenceRetention;
		this.cohortMaxPasses = other.cohortMaxPasses;
		this.cohortMaxTime = other.cohortMaxTime;
		this.shutdownTimeout = other.shutdownTimeout;
		this.release = other.release;
	}

	List<@Nullable Object> all() {
		return Arrays.asList(this.waitTime, this.leaseTime, this.maxHold, this.commandTimeout, this.startTimeout,
				this.handOffLease, this.handOffConfirm, this.pollInterval, this.fenceRetention, this.cohortMaxPasses,
				this.cohortMaxTime, this.shutdownTimeout, this.release);
	}

	/**
	 * Sets the default wait.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft waitTime(Duration value) {
		this.waitTime = value;
		return this;
	}

	/**
	 * Sets the length of a renewed lease.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft leaseTime(Duration value) {
		this.leaseTime = value;
		return this;
	}

	/**
	 * Sets how long a lease is renewed at most, or null.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft maxHold(@Nullable Duration value) {
		this.maxHold = value;
		return this;
	}

	/**
	 * Sets how long to wait for one answer, a sixth of the lease at most.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft commandTimeout(Duration value) {
		this.commandTimeout = value;
		return this;
	}

	/**
	 * Sets how long a start waits for the first connection, a minute at most.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft startTimeout(Duration value) {
		this.startTimeout = value;
		return this;
	}

	/**
	 * Sets the length of a provisional lease, no longer than the lease.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft handOffLease(Duration value) {
		this.handOffLease = value;
		return this;
	}

	/**
	 * Sets whether to confirm every hand-off.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft handOffConfirm(boolean value) {
		this.handOffConfirm = value;
		return this;
	}

	/**
	 * Sets how often a waiter asks, a sixth of the lease at most.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft pollInterval(Duration value) {
		this.pollInterval = value;
		return this;
	}

	/**
	 * Sets how long a free lock is remembered.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft fenceRetention(Duration value) {
		this.fenceRetention = value;
		return this;
	}

	/**
	 * Sets how often a lock is passed on inside this JVM.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft cohortMaxPasses(int value) {
		this.cohortMaxPasses = value;
		return this;
	}

	/**
	 * Sets for how long a lock is passed on inside this JVM.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft cohortMaxTime(Duration value) {
		this.cohortMaxTime = value;
		return this;
	}

	/**
	 * Sets how long a stop waits for holders.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft shutdownTimeout(Duration value) {
		this.shutdownTimeout = value;
		return this;
	}

	/**
	 * Sets for what a holder waits when it gives its lock back.
	 * @param value the setting
	 * @return this draft
	 */
	public LockSettingsDraft release(ReleaseMode value) {
		this.release = value;
		return this;
	}

}
