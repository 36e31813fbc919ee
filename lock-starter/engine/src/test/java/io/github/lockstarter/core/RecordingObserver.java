package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;

/**
 * Writes down what observers are told, in their order.
 */
final class RecordingObserver implements LockObserver {

	private final List<String> events = new CopyOnWriteArrayList<>();

	void clear() {
		this.events.clear();
	}

	List<String> events() {
		return this.events;
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		this.events.add("acquired " + attempt.name() + " " + fencingToken + " after " + waited.toMillis());
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		this.events.add("not acquired " + attempt.name() + " " + reason + " after " + waited.toMillis());
	}

	@Override
	public void handedOver(LockAttempt attempt, long fencingToken) {
		this.events.add("handed over " + attempt.name() + " " + fencingToken);
	}

	@Override
	public void renewedLate(LockAttempt attempt, Duration left) {
		this.events.add("renewed late " + attempt.name() + " " + left.toMillis());
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		this.events.add("lost " + attempt.name() + " " + fencingToken + " " + reason + " after " + held.toMillis());
	}

	@Override
	public void released(LockAttempt attempt, long fencingToken, Duration held) {
		this.events.add("released " + attempt.name() + " " + fencingToken + " after " + held.toMillis());
	}

}
