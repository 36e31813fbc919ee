package io.github.lockstarter.documentation;

import java.time.Duration;

import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;

/**
 * Joins an election in code.
 */
class OutboxLeader {

	private final OutboxPoller poller = new OutboxPoller();

	Leadership join(LeaderElection election) {
		return election.join("outbox", Duration.ofSeconds(10), new LeaderListener() {

			@Override
			public void granted(Leadership leadership) {
				OutboxLeader.this.poller.start(leadership.fencingToken().getAsLong());
			}

			@Override
			public void revoked(Leadership leadership, String reason) {
				OutboxLeader.this.poller.stop();
			}

		});
	}

}
