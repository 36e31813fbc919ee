package io.github.lockstarter.aspect.leader;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockedRunnable;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.leader.LockLeadership;
import io.github.lockstarter.text.DurationText;

/**
 * One scheduled method: a run begins on the leader only, and the leadership is handed on
 * when the last run has ended.
 */
final class LedMethod implements LeaderListener {

	// As long as a listener may take before it is reported.
	private static final int SHARE_OF_LEASE = 4;

	private static final Log logger = LogFactory.getLog(LedMethod.class);

	private final String method;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Set<Thread> running = new HashSet<>();

	private @Nullable Leadership leadership;

	private CompletableFuture<@Nullable Void> ended = CompletableFuture.completedFuture(null);

	LedMethod(String method) {
		this.method = method;
	}

	@Override
	public void granted(Leadership granted) {
		this.mutex.lock();
		try {
			this.leadership = granted;
		}
		finally {
			this.mutex.unlock();
		}
	}

	// Waits for the runs; the leadership itself reports that this does not return, and
	// this reports the threads that it waits for.
	@Override
	public void revoked(Leadership lost, String reason) {
		CompletableFuture<@Nullable Void> last;
		this.mutex.lock();
		try {
			this.leadership = null;
			last = this.ended;
		}
		finally {
			this.mutex.unlock();
		}
		try {
			last.get(lost.leaseTime().dividedBy(SHARE_OF_LEASE).toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			report(lost);
			last.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			last.join();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void report(Leadership lost) {
		String stacks;
		this.mutex.lock();
		try {
			stacks = this.running.stream().map(LedMethod::stack).collect(Collectors.joining());
		}
		finally {
			this.mutex.unlock();
		}
		logger.warn("The scheduled method " + this.method + " still runs "
				+ DurationText.of(lost.leaseTime().dividedBy(SHARE_OF_LEASE)) + " after its leadership '" + lost.name()
				+ "' has ended; another instance leads when its lease has ended. Its thread is at:" + stacks);
	}

	private static String stack(Thread thread) {
		return Arrays.stream(thread.getStackTrace())
			.map((frame) -> System.lineSeparator() + "\tat " + frame)
			.collect(Collectors.joining());
	}

	// Skipped if this instance does not lead.
	<E extends Throwable> void run(LockedRunnable<E> body) throws E {
		Thread thread = Thread.currentThread();
		boolean outermost;
		Leadership current;
		this.mutex.lock();
		try {
			current = this.leadership;
			if (current == null || !current.isLeader()) {
				return;
			}
			if (this.running.isEmpty()) {
				this.ended = new CompletableFuture<>();
			}
			outermost = this.running.add(thread);
		}
		finally {
			this.mutex.unlock();
		}
		try {
			runUnder(lease(current), body);
		}
		finally {
			if (outermost) {
				end(thread);
			}
		}
	}

	private void end(Thread thread) {
		this.mutex.lock();
		try {
			this.running.remove(thread);
			if (this.running.isEmpty()) {
				this.ended.complete(null);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private static Optional<Lease> lease(Leadership leadership) {
		return (leadership instanceof LockLeadership ours) ? ours.lease() : Optional.empty();
	}

	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	private static <E extends Throwable> void runUnder(Optional<Lease> lease, LockedRunnable<E> body) throws E {
		if (lease.isEmpty()) {
			return; // lost just now
		}
		try (LockContext.Scope scope = LockContext.open(lease.get())) {
			body.run(lease.get());
		}
	}

}
