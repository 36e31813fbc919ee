package io.github.lockstarter.actuate;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.LockClock;

/**
 * Tracks by its events what callers of this instance hold and wait for. A lost lock is
 * not held, even if its holder still works.
 */
public final class LiveLocks implements LockObserver {

	private final LockClock clock;

	private final ConcurrentMap<LockAttempt, Stay> stays = new ConcurrentHashMap<>();

	public LiveLocks(LockClock clock) {
		this.clock = clock;
	}

	@Override
	public void waiting(LockAttempt attempt) {
		this.stays.put(attempt, new Stay(attempt, this.clock, this.clock.nanoTime(), 0));
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		this.stays.put(attempt, new Stay(attempt, this.clock, this.clock.nanoTime(), fencingToken));
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		this.stays.remove(attempt);
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		this.stays.remove(attempt);
	}

	@Override
	public void released(LockAttempt attempt, long fencingToken, Duration held) {
		this.stays.remove(attempt);
	}

	List<Stay> held() {
		return stays(Stay::isHeld);
	}

	List<Stay> waiting() {
		return stays((stay) -> !stay.isHeld());
	}

	boolean isHeld(String name) {
		return this.stays.values().stream().anyMatch((stay) -> stay.isHeld() && stay.attempt().name().equals(name));
	}

	private List<Stay> stays(Predicate<Stay> which) {
		Stream<Stay> chosen = this.stays.values().stream().filter(which);
		long now = this.clock.nanoTime();
		return chosen.sorted(Comparator.comparingLong((stay) -> stay.since() - now)).toList();
	}

	// A caller that waits for a lock, with token zero, or holds it.
	record Stay(LockAttempt attempt, LockClock clock, long since, long fencingToken) {

		boolean isHeld() {
			return this.fencingToken != 0;
		}

		long millis() {
			return (this.clock.nanoTime() - this.since) / 1_000_000;
		}

	}

}
