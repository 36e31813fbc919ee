package io.github.lockstarter.event;

import org.springframework.context.ApplicationEventPublisher;

import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.leader.LeadershipObserver;

/**
 * Publishes changes of leaderships as application events.
 */
public final class LeaderPublisher implements LeadershipObserver {

	private final ApplicationEventPublisher publisher;

	public LeaderPublisher(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
	}

	@Override
	public void granted(Leadership leadership) {
		this.publisher.publishEvent(new LeaderGrantedEvent(leadership.name(), leadership.fencingToken().orElseThrow()));
	}

	@Override
	public void revoked(Leadership leadership, String reason) {
		this.publisher
			.publishEvent(new LeaderRevokedEvent(leadership.name(), leadership.fencingToken().orElseThrow(), reason));
	}

}
