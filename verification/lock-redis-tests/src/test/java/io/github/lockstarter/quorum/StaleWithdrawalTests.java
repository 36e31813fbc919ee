package io.github.lockstarter.quorum;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lock is given on within a time that is over by the clock of a master.
 */
class StaleWithdrawalTests extends ThreeNodes {

	@BeforeEach
	void yieldWhatWasAcquired() {
		this.store.acquire("job", "me:1", LEASE, 5_000, LockStore.NO_LIMIT);
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.owned(5)));
		this.store.yield("job", "me:1", "me:2", LEASE, 5_000, 1_000_000);
	}

	private static void answer(ScriptedNode node, Status status) {
		node.withdrawals.get(0).complete(ScriptedNode.said(status));
	}

	@Test
	void masterWhoseClockIsAheadGivesUpWhatTheOthersHaveGivenUp() {
		answer(this.first, Status.RELEASED);
		answer(this.third, Status.STALE);
		assertThat(this.third.withdrawals).as("it may be that nobody does").hasSize(1);
		answer(this.second, Status.RELEASED);
		assertThat(this.third.withdrawals).hasSize(2);
		assertThat(this.third.withdrawn.get(1).notAfter()).isEqualTo(LockStore.NO_LIMIT);
		assertThat(this.first.withdrawals).hasSize(1);
	}

	@Test
	void sameAfterAllOthersHaveAnswered() {
		answer(this.first, Status.RELEASED);
		answer(this.second, Status.RELEASED);
		answer(this.third, Status.STALE);
		assertThat(this.third.withdrawals).hasSize(2);
	}

	@Test
	void whatIsLateForAllIsNotDone() {
		this.nodes.forEach((node) -> answer(node, Status.STALE));
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.withdrawals).hasSize(1));
	}

}
