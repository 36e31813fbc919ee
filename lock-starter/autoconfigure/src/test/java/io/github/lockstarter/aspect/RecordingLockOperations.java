package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockedAction;

/**
 * Real locks inside one JVM that keep the contract of {@link LockOperations}, note what
 * was asked of them, and can be told that another holds a lock or that a lease is lost.
 */
public final class RecordingLockOperations implements LockOperations {

	private final ReentrantLock guard = new ReentrantLock();

	private final Condition freed = this.guard.newCondition();

	private final Map<String, RecordedHold> holds = new HashMap<>();

	private final Set<String> taken = ConcurrentHashMap.newKeySet();

	private final List<LockRequest> requests = new CopyOnWriteArrayList<>();

	private final List<String> events = new CopyOnWriteArrayList<>();

	private long lastToken;

	/**
	 * From now on another server has this lock.
	 */
	public RecordingLockOperations heldByAnother(String name) {
		this.taken.add(name);
		return this;
	}

	/**
	 * The lease on this lock is over. Returns when all listeners have run.
	 */
	public void lose(String name) {
		RecordedHold hold = hold(name);
		if (hold == null) {
			throw new IllegalStateException("Nobody holds " + name);
		}
		hold.lose();
	}

	public boolean isHeld(String name) {
		RecordedHold hold = hold(name);
		return hold != null && !hold.isLost();
	}

	/**
	 * Forgets what was noted so far, and gives back what another server has: for the next
	 * test of an application that several share.
	 */
	public void reset() {
		this.taken.clear();
		this.requests.clear();
		this.events.clear();
	}

	/**
	 * The requests of {@code execute}, and the second ones for open transactions.
	 */
	public List<LockRequest> requests() {
		return List.copyOf(this.requests);
	}

	public List<String> requestedNames() {
		return this.requests.stream().map(LockRequest::name).toList();
	}

	/**
	 * What happened to whole locks: "acquired name", "freed name", and "kept name" for
	 * one that a minimum hold applies to.
	 */
	public List<String> events() {
		return List.copyOf(this.events);
	}

	@Override
	public Lease acquire(LockRequest request) {
		this.requests.add(request);
		this.guard.lock();
		try {
			RecordedHold hold = this.holds.get(request.name());
			if (hold != null && hold.isMine()) {
				hold.ensureNotLost();
				return hold.open(request);
			}
			awaitFree(request);
			RecordedHold acquired = new RecordedHold(request.name(), ++this.lastToken, this::ended);
			this.holds.put(request.name(), acquired);
			this.events.add("acquired " + request.name());
			return acquired.open(request);
		}
		finally {
			this.guard.unlock();
		}
	}

	private void awaitFree(LockRequest request) {
		long left = request.waitTime().orElse(Duration.ofSeconds(3)).toNanos();
		while (this.taken.contains(request.name()) || this.holds.containsKey(request.name())) {
			if (left <= 0 || this.taken.contains(request.name())) {
				throw new LockNotAcquiredException(request.name(), "held by another");
			}
			try {
				left = this.freed.awaitNanos(left);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new LockInterruptedException(request.name(), "interrupted", ex);
			}
		}
	}

	private void ended(RecordedHold hold, boolean kept) {
		this.guard.lock();
		try {
			this.holds.remove(hold.name(), hold);
			if (kept) {
				this.taken.add(hold.name());
			}
			this.events.add((kept ? "kept " : "freed ") + hold.name());
			this.freed.signalAll();
		}
		finally {
			this.guard.unlock();
		}
	}

	@Override
	public Optional<Lease> tryAcquire(LockRequest request) {
		try {
			return Optional.of(acquire(request));
		}
		catch (LockNotAcquiredException ex) {
			return Optional.empty();
		}
	}

	@Override
	public <T, E extends Throwable> T execute(LockRequest request, LockedAction<T, E> action) throws E {
		Lease lease = acquire(request);
		RecordedHold hold = hold(request.name());
		T result;
		try (LockContext.Scope scope = LockContext.open(lease)) {
			result = action.run(lease);
		}
		catch (Throwable ex) {
			if (hold.isLost()) {
				ex.addSuppressed(new LockLostException(request.name(), "lost"));
			}
			lease.releaseNow();
			throw ex;
		}
		lease.release();
		hold.ensureNotLost();
		return result;
	}

	@Override
	public Optional<LockInfo> describe(String name) {
		return Optional.ofNullable(hold(name))
			.map((hold) -> new LockInfo(name, "me", hold.token(), Duration.ofSeconds(30), 0));
	}

	@Override
	public boolean forceRelease(String name) {
		return this.taken.remove(name);
	}

	@Override
	public boolean forceRelease(String name, long fencingToken) {
		return describe(name).filter((info) -> info.fencingToken() == fencingToken).isPresent() && forceRelease(name);
	}

	/**
	 * Waits until nobody holds this lock.
	 */
	public void awaitFreed(String name) throws InterruptedException {
		this.guard.lock();
		try {
			long left = TimeUnit.SECONDS.toNanos(10);
			while (this.holds.containsKey(name) && left > 0) {
				left = this.freed.awaitNanos(left);
			}
		}
		finally {
			this.guard.unlock();
		}
	}

	private RecordedHold hold(String name) {
		this.guard.lock();
		try {
			return this.holds.get(name);
		}
		finally {
			this.guard.unlock();
		}
	}

}
