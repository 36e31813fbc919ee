package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Verdict}: of which turn a token is. A block has 17 tokens.
 */
class VerdictTests {

	private static final StoreReply FREE = ScriptedNode.said(Status.FREE);

	private final World world = new World(1);

	private final Votes votes = new Votes(
			Quorum.of(List.of(new ScriptedNode("a"), new ScriptedNode("b"), new ScriptedNode("c")),
					new QuorumSettings(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ZERO), this.world,
					this.world.random::nextDouble));

	private StoreReply on(long token, StoreReply... replies) {
		for (int i = 0; i < replies.length; i++) {
			this.votes.set(i, ScriptedNode.from("abc".substring(i, i + 1), replies[i]), null);
		}
		return Verdict.ofTurn(this.votes, token);
	}

	@Test
	void tokenThatAMajorityShowsIsOfItsOwner() {
		StoreReply held = ScriptedNode.held("x:1", 100);
		assertThat(on(110, held)).as("one is not enough").isNull();
		assertThat(on(110, held, ScriptedNode.held("x:1", 105)).holder()).isEqualTo("x:1");
	}

	@Test
	void tokenOfAnotherIsNot() {
		StoreReply held = ScriptedNode.held("x:1", 100);
		assertThat(on(99, held, held, held).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(on(117, held, held, held).status()).isEqualTo(Status.NOT_OWNER);
	}

	@Test
	void tokenThatOneNodeOnlyShowsMayBeOfATurnBefore() {
		assertThat(on(110, ScriptedNode.held("x:1", 127), ScriptedNode.held("x:1", 101), FREE).status())
			.isEqualTo(Status.NOT_OWNER);
	}

	@Test
	void tokenIsThatOfTheLargestBlockWhereAllDiffer() {
		StoreReply small = ScriptedNode.held("x:1", 100);
		StoreReply large = ScriptedNode.held("x:1", 200);
		assertThat(on(200, small, large, ScriptedNode.held("x:1", 150)).holder()).isEqualTo("x:1");
		assertThat(on(150, small, large, ScriptedNode.held("x:1", 150)).status()).isEqualTo(Status.NOT_OWNER);
	}

	@Test
	void lockThatNobodyHasIsFree() {
		assertThat(on(100, FREE, FREE).status()).isEqualTo(Status.FREE);
	}

	@Test
	void withoutAnOwnerThatAMajorityNamesThereIsNoAnswer() {
		assertThatExceptionOfType(StoreException.class)
			.isThrownBy(() -> on(100, ScriptedNode.held("x:1", 100), ScriptedNode.held("y:1", 100), FREE))
			.withMessageContaining("names the same owner");
	}

}
