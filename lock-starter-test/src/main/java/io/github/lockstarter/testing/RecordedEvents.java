package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.testing.LockEvent.Kind;

/**
 * Keeps what an observer is told. All that depends on how it is told is here.
 */
final class RecordedEvents implements LockObserver {

	private final List<LockEvent> events = new CopyOnWriteArrayList<>();

	List<LockEvent> all() {
		return List.copyOf(this.events);
	}

	void clear() {
		this.events.clear();
	}

	private void add(Kind kind, String name, String detail) {
		this.events.add(new LockEvent(kind, name, detail));
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		add(Kind.ACQUIRED, attempt.name(), "");
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		add(Kind.NOT_ACQUIRED, attempt.name(), reason.name());
	}

	@Override
	public void handedOver(LockAttempt attempt, long fencingToken) {
		add(Kind.HANDED_OVER, attempt.name(), "");
	}

	@Override
	public void renewedLate(LockAttempt attempt, Duration left) {
		add(Kind.RENEWED_LATE, attempt.name(), "");
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		add(Kind.LOST, attempt.name(), reason.name());
	}

	@Override
	public void released(LockAttempt attempt, long fencingToken, Duration held) {
		add(Kind.RELEASED, attempt.name(), "");
	}

}
