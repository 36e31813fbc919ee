package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.observer.LockObserver;
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
	public void acquired(String name, long fencingToken, Duration waited) {
		add(Kind.ACQUIRED, name, "");
	}

	@Override
	public void notAcquired(String name, Refusal reason, Duration waited) {
		add(Kind.NOT_ACQUIRED, name, reason.name());
	}

	@Override
	public void handedOver(String name, long fencingToken) {
		add(Kind.HANDED_OVER, name, "");
	}

	@Override
	public void renewedLate(String name, Duration left) {
		add(Kind.RENEWED_LATE, name, "");
	}

	@Override
	public void lost(String name, String reason) {
		add(Kind.LOST, name, reason);
	}

	@Override
	public void released(String name, Duration held) {
		add(Kind.RELEASED, name, "");
	}

}
