package io.github.lockstarter.quorum;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A master that cannot be reached when a lock is given up. It is told when it comes back,
 * for as long as it may have the lock.
 */
class UnreachableMasterTests extends ThreeNodes {

	private static final long LONG = 20 * LEASE;

	private void acquire() {
		this.store.acquire("job", "me:1", LEASE, 5_000, LockStore.NO_LIMIT);
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.owned(5)));
	}

	private void renew(long leaseMillis) {
		this.store.renew("job", "me:1", leaseMillis);
		this.nodes.forEach((node) -> ScriptedNode.last(node.renewals)
			.complete(new StoreReply(Status.OWNED, ServerTime.NONE, 5, 21, leaseMillis, 0, "")));
	}

	/**
	 * The third master is away, and the lock is given up.
	 */
	private void release(long holdMillis) {
		this.third.down = true;
		this.store.release("job", "me:1", holdMillis);
		this.nodes.subList(0, 2)
			.forEach((node) -> ScriptedNode.last(node.withdrawals).complete(ScriptedNode.said(Status.RELEASED)));
	}

	/**
	 * Whether it is still told after a time.
	 */
	private boolean isToldAfter(long millis) {
		this.world.run(millis);
		int told = this.third.withdrawals.size();
		this.world.run(2 * TIMEOUT);
		return this.third.withdrawals.size() > told;
	}

	@Test
	void isToldUntilTheLeaseIsOverThatItWasAskedFor() {
		acquire();
		release(0);
		assertThat(isToldAfter(LEASE - 2 * TIMEOUT)).isTrue();
		assertThat(isToldAfter(2 * TIMEOUT)).as("it cannot have the lock").isFalse();
	}

	/**
	 * At a thousand locks a second there are thirty thousand to be told.
	 */
	@Test
	void isToldNothingWhileItIsKnownToBeAwayAndSoonAfterwards() {
		acquire();
		release(0);
		this.third.state = new StoreState(StoreState.Link.down("the test says so", Instant.EPOCH), StoreState.Link.UP);
		assertThat(isToldAfter(3 * TIMEOUT)).isFalse();
		this.third.down = false;
		this.third.state = ScriptedNode.UP;
		assertThat(isToldAfter(0)).isTrue();
	}

	/**
	 * An inner call has asked for a longer lease than the outer one.
	 */
	@Test
	void isToldUntilTheLongestLeaseIsOverThatARenewalHasAskedFor() {
		acquire();
		renew(LONG);
		renew(LEASE);
		release(0);
		assertThat(isToldAfter(LONG - 2 * TIMEOUT)).isTrue();
		assertThat(isToldAfter(LONG - 2 * TIMEOUT)).as("that renewal may arrive late").isTrue();
		assertThat(isToldAfter(2 * TIMEOUT)).isFalse();
	}

	/**
	 * As a message that was held up on its way: it makes the lease longer if that has not
	 * ended.
	 */
	@Test
	void isToldForOneMoreLeaseIfARenewalMayArriveLate() {
		acquire();
		renew(LEASE);
		release(0);
		assertThat(isToldAfter(2 * LEASE - 2 * TIMEOUT)).isTrue();
		assertThat(isToldAfter(2 * TIMEOUT)).isFalse();
	}

	@Test
	void isToldOfALockThatItMayHaveGivenToWhoDidNotWait() {
		this.store.acquire("job", "me:1", LONG, 0, LockStore.NO_LIMIT);
		this.third.down = true;
		this.third.proposals.get(0)
			.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, "connection lost", null));
		this.nodes.subList(0, 2).forEach((node) -> node.proposed(ScriptedNode.heldBy("other:1")));
		assertThat(isToldAfter(LONG - 2 * TIMEOUT)).isTrue();
		assertThat(isToldAfter(2 * TIMEOUT)).isFalse();
	}

	@Test
	void keepsTheNameTakenOnlyForWhatIsLeftOfAMinimumHold() {
		acquire();
		release(10_000);
		assertThat(this.third.withdrawn.get(0).holdMillis()).isEqualTo(10_000);
		this.world.run(7_000);
		assertThat(this.third.withdrawn.get(this.third.withdrawn.size() - 1).holdMillis()).isBetween(1_000L, 4_000L);
		this.world.run(7_000);
		assertThat(this.third.withdrawn.get(this.third.withdrawn.size() - 1).holdMillis()).isZero();
	}

	@Test
	void isGivenTheLockBackForAsLongAsTheOthersHaveIt() {
		acquire();
		CompletableFuture<StoreReply> renewed = this.store.renew("job", "me:1", LONG).toCompletableFuture();
		this.third.renewals.get(0).complete(ScriptedNode.said(Status.LOST));
		List.of(this.first, this.second)
			.forEach((node) -> node.renewals.get(0)
				.complete(new StoreReply(Status.OWNED, ServerTime.NONE, 5, 21, LONG, 0, "")));
		assertThat(renewed).isCompletedWithValueMatching((reply) -> reply.leaseMillis() == LONG);
		assertThat(this.third.proposed.get(this.third.proposed.size() - 1).leaseMillis()).isEqualTo(LONG);
	}

	/**
	 * A question that was granted is asked again, for its answer was lost. Each token is
	 * of this turn alone.
	 */
	@Test
	void thatComesBackGivesTheOwnerALargerTokenWhichMostThenStore() {
		this.third.down = true;
		this.store.acquire("job", "me:1", LEASE, 5_000, LockStore.NO_LIMIT);
		this.nodes.subList(0, 2).forEach((node) -> node.proposed(ScriptedNode.owned(5)));
		this.third.down = false;
		CompletableFuture<StoreReply> again = this.store.acquire("job", "me:1", LEASE, 5_000, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.first.proposed(ScriptedNode.owned(5));
		this.third.proposed(ScriptedNode.owned(9));
		assertThat(again).as("only one has stored the larger one").isNotDone();
		this.first.raises.get(0).complete(ScriptedNode.owned(9));
		assertThat(again).isCompletedWithValueMatching((reply) -> reply.firstToken() == 9);
	}

}
