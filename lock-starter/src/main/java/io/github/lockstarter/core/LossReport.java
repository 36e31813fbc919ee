package io.github.lockstarter.core;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.text.LoggedText;

/**
 * Why a lock was lost, for the log, the observers and the caller.
 */
final class LossReport {

	static final String TAKEN = "Redis had given it to another, or it was taken away";

	static final String RESTARTED = "this application was stopped and started again meanwhile";

	private static final String CLOCK_STEP = "the wall clock of this machine was set forward, or the machine slept";

	private static final String FIXED_LEASE = "its fixed lease time was over";

	private static final String MAX_HOLD = "distributed-lock.max-hold was reached";

	private static final String NOT_RENEWED = "it could not be renewed in time (a paused process, or Redis out of reach)";

	private static final Log logger = LogFactory.getLog(LossReport.class);

	private final Engine engine;

	private final String name;

	private final long token;

	private volatile String reason = "";

	LossReport(Engine engine, String name, long token) {
		this.engine = engine;
		this.name = name;
		this.token = token;
	}

	/**
	 * Why a lease is over by the clocks of this machine.
	 */
	static String overdue(boolean byWallClock, boolean renewed, boolean pastMaxHold) {
		if (byWallClock) {
			return CLOCK_STEP;
		}
		if (!renewed) {
			return FIXED_LEASE;
		}
		return pastMaxHold ? MAX_HOLD : NOT_RENEWED;
	}

	/**
	 * Says why. Comes before anybody can see that the lock is lost.
	 */
	void because(String why) {
		this.reason = why;
	}

	String reason() {
		return this.reason;
	}

	/**
	 * Tells the log and the observers.
	 */
	void tell() {
		String why = this.reason;
		logger.warn("Lock '" + LoggedText.name(this.name) + "' (fencing token " + this.token + ") was lost: " + why);
		this.engine.observers()
			.tellLater((observer) -> observer.lost(new LockAttempt(this.name, this.name), this.token, LossReason.TAKEN,
					Duration.ZERO));
	}

}
