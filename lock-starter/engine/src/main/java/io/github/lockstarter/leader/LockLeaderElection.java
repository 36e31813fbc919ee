package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.core.LeaderLocks;
import io.github.lockstarter.text.LoggedText;

/**
 * The {@link LeaderElection} of an application, on its locks.
 */
public final class LockLeaderElection implements LeaderElection, AutoCloseable {

	private final LeaderLocks locks;

	private final List<LeadershipObserver> observers;

	private final ConcurrentMap<String, LockLeadership> joined = new ConcurrentHashMap<>();

	// Orders joins, starts and stops.
	private final ReentrantLock life = new ReentrantLock();

	private boolean running;

	private boolean closed;

	/**
	 * Creates the election. Its candidates wait for {@link #start()}.
	 * @param locks the locks of the application
	 * @param observers are notified of all leaderships
	 */
	public LockLeaderElection(LeaderLocks locks, List<LeadershipObserver> observers) {
		this.locks = locks;
		this.observers = List.copyOf(observers);
	}

	@Override
	public Leadership join(String name, LeaderListener listener) {
		return join(name, this.locks.settings().leaseTime(), listener);
	}

	@Override
	public Leadership join(String name, Duration leaseTime, LeaderListener listener) {
		Objects.requireNonNull(name, "name");
		Objects.requireNonNull(leaseTime, "leaseTime");
		Objects.requireNonNull(listener, "listener");
		String objection = this.locks.objection(name, leaseTime);
		if (objection != null) {
			throw new IllegalArgumentException(
					"Leadership '" + LoggedText.name(name) + "' is not possible: " + objection);
		}
		LockLeadership leadership = new LockLeadership(name, leaseTime, listener, this.locks, this.observers,
				(left) -> this.joined.remove(name, left));
		this.life.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("Leadership '" + LoggedText.name(name)
						+ "' cannot be joined: this application is shutting down");
			}
			if (this.joined.putIfAbsent(name, leadership) != null) {
				throw new IllegalStateException("Leadership '" + LoggedText.name(name)
						+ "' was joined by this application already. Close that leadership first, or give the two "
						+ "different names.");
			}
			leadership.joined();
			if (this.running) {
				leadership.start();
			}
		}
		finally {
			this.life.unlock();
		}
		return leadership;
	}

	@Override
	public List<Leadership> leaderships() {
		return this.joined.values()
			.stream()
			.sorted(Comparator.comparing(LockLeadership::name))
			.map(Leadership.class::cast)
			.toList();
	}

	/**
	 * Lets this instance become a candidate for all that it has joined, and will join.
	 * Call it when the application has started.
	 */
	public void start() {
		this.life.lock();
		try {
			if (!this.closed) {
				this.running = true;
				this.joined.values().forEach(LockLeadership::start);
			}
		}
		finally {
			this.life.unlock();
		}
	}

	/**
	 * Revokes all leaderships at once, releases each as soon as its listener has
	 * returned, and waits for them, at most for the shutdown timeout; that time is taken
	 * from what the stop of the locks has for other holders. Call it first when the
	 * application stops. After another {@link #start()} the instance is a candidate
	 * again.
	 */
	public void stop() {
		await(halt(false));
	}

	/**
	 * Like {@link #stop()}, and leaves all leaderships. Idempotent.
	 */
	@Override
	public void close() {
		await(halt(true));
	}

	private CompletableFuture<Void> halt(boolean forEver) {
		this.life.lock();
		try {
			this.running = false;
			this.closed |= forEver;
			return CompletableFuture.allOf(this.joined.values()
				.stream()
				.map((one) -> forEver ? one.leaveForEver("the application stops") : one.stop("the application stops"))
				.toArray(CompletableFuture[]::new));
		}
		finally {
			this.life.unlock();
		}
	}

	// Not under the lock: a listener may leave, or join another name.
	private void await(CompletableFuture<Void> stopped) {
		if (!stopped.isDone()) {
			this.locks.awaitAtShutdown(stopped);
		}
	}

}
