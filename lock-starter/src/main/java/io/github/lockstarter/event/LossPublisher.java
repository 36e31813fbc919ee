package io.github.lockstarter.event;

import java.time.Duration;

import org.springframework.context.ApplicationEventPublisher;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;

/**
 * Publishes losses as application events. Acquisitions and releases are none: they would
 * be published by the caller inside its lock, for nobody.
 */
public final class LossPublisher implements LockObserver {

	private final ApplicationEventPublisher publisher;

	/**
	 * Creates the publisher.
	 * @param publisher publishes the events
	 */
	public LossPublisher(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		this.publisher.publishEvent(new LockLostEvent(attempt.name(), attempt.namespace(), fencingToken, reason, held));
	}

}
