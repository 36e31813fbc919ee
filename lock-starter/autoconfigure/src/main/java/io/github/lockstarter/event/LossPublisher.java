package io.github.lockstarter.event;

import java.time.Duration;

import org.springframework.context.ApplicationEventPublisher;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;

/**
 * Publishes losses as application events. Acquisitions and releases are not published:
 * that would happen inside the lock, and every caller would pay for it.
 */
public final class LossPublisher implements LockObserver {

	private final ApplicationEventPublisher publisher;

	public LossPublisher(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		this.publisher.publishEvent(new LockLostEvent(attempt.name(), attempt.namespace(), fencingToken, reason, held));
	}

}
