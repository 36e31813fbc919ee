package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.testing.LockEvent.Kind;

/**
 * Records the events of an observer and numbers them.
 */
final class RecordedEvents implements LockObserver {

	private final ReentrantLock mutex = new ReentrantLock();

	private final List<LockEvent> events = new ArrayList<>();

	private long first;

	List<LockEvent> since(long number) {
		this.mutex.lock();
		try {
			int from = (int) Math.max(number - this.first, 0);
			return List.copyOf(this.events.subList(from, this.events.size()));
		}
		finally {
			this.mutex.unlock();
		}
	}

	long next() {
		this.mutex.lock();
		try {
			return this.first + this.events.size();
		}
		finally {
			this.mutex.unlock();
		}
	}

	void forgetBefore(long number) {
		this.mutex.lock();
		try {
			int old = (int) Math.max(number - this.first, 0);
			this.events.subList(0, old).clear();
			this.first += old;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void add(Kind kind, String name, String detail) {
		this.mutex.lock();
		try {
			this.events.add(new LockEvent(kind, name, detail));
		}
		finally {
			this.mutex.unlock();
		}
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
