package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.Refusal;

/**
 * Writes down what observers are told, in their order.
 */
final class RecordingObserver implements LockObserver {

	private final List<String> events = new CopyOnWriteArrayList<>();

	List<String> events() {
		return this.events;
	}

	@Override
	public void acquired(String name, long fencingToken, Duration waited) {
		this.events.add("acquired " + name + " " + fencingToken + " after " + waited.toMillis());
	}

	@Override
	public void notAcquired(String name, Refusal reason, Duration waited) {
		this.events.add("not acquired " + name + " " + reason + " after " + waited.toMillis());
	}

	@Override
	public void handedOver(String name, long fencingToken) {
		this.events.add("handed over " + name + " " + fencingToken);
	}

	@Override
	public void renewedLate(String name, Duration left) {
		this.events.add("renewed late " + name + " " + left.toMillis());
	}

	@Override
	public void lost(String name, String reason) {
		this.events.add("lost " + name + ": " + reason);
	}

	@Override
	public void released(String name, Duration held) {
		this.events.add("released " + name + " after " + held.toMillis());
	}

}
