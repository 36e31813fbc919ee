package io.github.lockstarter.aspect.leader;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockedRunnable;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.leader.LockLeadership;
import io.github.lockstarter.leader.WaitingListener;

/**
 * One scheduled method: a run begins on the leader only, and the leadership is handed on
 * when the last run has ended.
 */
final class LedMethod implements WaitingListener {

	private final ReentrantLock mutex = new ReentrantLock();

	private final Set<Thread> running = new HashSet<>();

	private @Nullable Leadership leadership;

	private CompletableFuture<@Nullable Void> ended = CompletableFuture.completedFuture(null);

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
		last.join();
	}

	@Override
	public Collection<Thread> awaited() {
		this.mutex.lock();
		try {
			return List.copyOf(this.running);
		}
		finally {
			this.mutex.unlock();
		}
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
