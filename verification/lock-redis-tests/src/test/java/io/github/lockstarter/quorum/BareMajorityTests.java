package io.github.lockstarter.quorum;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lock that two of three masters have given, while another caller had something at the
 * third. Its lease is not renewed.
 */
class BareMajorityTests extends ThreeNodes {

	@BeforeEach
	void acquire() {
		ask();
		this.nodes.subList(0, 2).forEach((node) -> node.proposed(ScriptedNode.owned(5)));
		this.third.proposed(ScriptedNode.heldBy("other:1"));
	}

	private void ask() {
		this.store.acquire("job", "me:1", LEASE, 5_000, LockStore.NO_LIMIT);
	}

	private int asked() {
		return this.third.proposals.size();
	}

	/**
	 * The third master answers in this way whenever it is asked.
	 * @return how often it was, in that time
	 */
	private int askedWithin(long millis, StoreReply answer) {
		int before = asked();
		for (long i = 0; i < millis; i += 10) {
			this.world.run(10);
			this.third.proposed(answer);
		}
		return asked() - before;
	}

	@Test
	void becomesWholeWhenTheOtherHasGone() {
		assertThat(askedWithin(2_000, ScriptedNode.heldBy("other:1"))).isPositive();
		assertThat(askedWithin(10_000, ScriptedNode.heldBy("other:1"))).as("as one whose client is gone").isPositive();
		this.world.run(10_000);
		long left = this.third.proposed.get(asked() - 1).leaseMillis();
		assertThat(left).as("no longer than the others have it").isBetween(1L, LEASE - 10_000);
		this.third.proposed(ScriptedNode.owned(5));
		int before = asked();
		this.world.run(LEASE);
		assertThat(asked()).isEqualTo(before);
	}

	@Test
	void becomesWholeThoughAQuestionWasLost() {
		this.world.run(10);
		ScriptedNode.last(this.third.proposals).completeExceptionally(ScriptedNode.FAILURE);
		int before = asked();
		this.world.run(100);
		assertThat(asked()).isEqualTo(before + 1);
	}

	@Test
	void isAskedForNoLongerThanTheLeaseLasts() {
		askedWithin(LEASE, ScriptedNode.heldBy("other:1"));
		assertThat(askedWithin(LEASE, ScriptedNode.heldBy("other:1"))).isZero();
	}

	/**
	 * A machine that has slept asks anew, and learns that others have the lock.
	 */
	@Test
	void whatComesWhenItIsLostIsGivenUp() {
		this.world.run(10);
		int given = asked() - 1;
		ask();
		this.nodes.subList(0, 2).forEach((node) -> node.proposed(ScriptedNode.heldBy("other:2")));
		assertThat(this.third.withdrawals).isEmpty();
		this.third.proposals.get(given).complete(ScriptedNode.owned(5));
		assertThat(this.third.withdrawals).hasSize(1);
	}

}
