package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.github.lockstarter.Lease;
import io.github.lockstarter.core.LeaderLocks;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * One call of a listener: reported with the stack of its thread if it does not return
 * within a limit.
 */
final class ListenerCall {

	private final LeaderLocks locks;

	private final Logger logger;

	private final LeaderListener listener;

	private final String method;

	private volatile boolean ended;

	private final Thread thread = Thread.currentThread();

	private volatile boolean over;

	private volatile @Nullable Future<?> timer;

	ListenerCall(LeaderListener listener, String method, LeaderLocks locks, Logger logger) {
		this.method = method;
		this.listener = listener;
		this.locks = locks;
		this.logger = logger;
	}

	void warnAfter(Duration limit, Lease lease) {
		stopTimer();
		// a log may block, and the timers are those of all callers
		this.timer = this.locks.later(() -> this.locks.run(() -> warn(limit, lease)), limit);
	}

	// Only granted can run when the leadership ends.
	void leadershipEnded(Duration limit, Lease lease) {
		this.ended = true;
		warnAfter(limit, lease);
	}

	// The lease says what the consequence is at that time.
	private void warn(Duration limit, Lease lease) {
		String stacks = threads().stream().map(ListenerCall::stack).collect(Collectors.joining());
		if (!this.over) {
			this.logger.warn(
					"Leadership '" + LoggedText.name(lease.name()) + "': its listener has not returned from "
							+ this.method + " for " + DurationText.of(limit)
							+ (this.ended ? " after the leadership has ended, so revoked cannot be called" : "")
							+ (lease.isHeld() ? "; the lock is kept until it has returned"
									: "; the lease has ended, so another instance may lead now")
							+ ". It is at:" + stacks);
		}
	}

	private Collection<Thread> threads() {
		Collection<Thread> awaited = (this.listener instanceof WaitingListener waiting) ? waiting.awaited() : List.of();
		return awaited.isEmpty() ? List.of(this.thread) : awaited;
	}

	private static String stack(Thread thread) {
		return Arrays.stream(thread.getStackTrace())
			.map((frame) -> System.lineSeparator() + "\tat " + frame)
			.collect(Collectors.joining());
	}

	boolean isOnThisThread() {
		return this.thread == Thread.currentThread();
	}

	void end() {
		this.over = true;
		stopTimer();
	}

	private void stopTimer() {
		Future<?> running = this.timer;
		if (running != null) {
			running.cancel(false);
		}
	}

}
