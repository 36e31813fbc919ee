package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a question without a majority of answers fails with.
 */
class VotesTests {

	private static final StoreException REFUSED = StoreException.refusedConnection(Outcome.NOT_SENT, "WRONGPASS");

	private final World world = new World(1);

	private final Votes votes = new Votes(
			Quorum.of(List.of(new ScriptedNode("a"), new ScriptedNode("b"), new ScriptedNode("c")),
					new QuorumSettings(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ZERO), this.world,
					this.world.random::nextDouble));

	@Test
	void majorityThatRefusesConnectionsIsPermanent() {
		this.votes.set(0, ScriptedNode.from("a", ScriptedNode.said(Status.FREE)), null);
		this.votes.set(1, null, REFUSED);
		this.votes.set(2, null, REFUSED);
		assertThat(this.votes.unavailable().isPermanent()).isTrue();
		assertThat(this.votes.unavailable().getOutcome()).isEqualTo(Outcome.UNKNOWN);
	}

	@Test
	void oneMasterThatRefusesConnectionsIsNot() {
		this.votes.set(0, ScriptedNode.from("a", ScriptedNode.said(Status.FREE)), null);
		this.votes.set(1, null, REFUSED);
		this.votes.set(2, null, new StoreException(Outcome.NOT_SENT, "Connection refused", null));
		assertThat(this.votes.unavailable().isPermanent()).isFalse();
	}

}
