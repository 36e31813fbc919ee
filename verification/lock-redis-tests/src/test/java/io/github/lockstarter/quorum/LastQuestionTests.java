package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The question at the end of a wait that was too short for the answer to the first one.
 */
class LastQuestionTests extends ThreeNodes {

	@Test
	void saysThatAnotherHasTheLock() {
		this.store.acquire("job", "me:1", LEASE, 11, LockStore.NO_LIMIT);
		CompletableFuture<StoreReply> last = this.store.cancel("job", "me:1", LEASE, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.heldBy("other:1")));
		this.nodes.forEach((node) -> ScriptedNode.last(node.withdrawals).complete(ScriptedNode.said(Status.CANCELLED)));
		assertThat(last).isCompletedWithValueMatching(
				(reply) -> reply.status() == Status.CANCELLED && reply.leaseMillis() > 0, "held by another");
	}

	@Test
	void saysNothingOfOthersWhereItAcceptsNothing() {
		this.store.acquire("job", "me:1", LEASE, 11, LockStore.NO_LIMIT);
		CompletableFuture<StoreReply> last = this.store.cancel("job", "me:1", 0, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.nodes.forEach((node) -> ScriptedNode.last(node.withdrawals).complete(ScriptedNode.said(Status.CANCELLED)));
		assertThat(last).isCompletedWithValueMatching(
				(reply) -> reply.status() == Status.CANCELLED && reply.leaseMillis() == 0, "nobody was asked");
	}

	/**
	 * It does not know of its own success, because a master that gave the lock is gone.
	 */
	@Test
	void takesNothingFromWhoGotTheLockByTheQuestionBefore() {
		CompletableFuture<StoreReply> first = this.store.acquire("job", "me:1", LEASE, 7, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.nodes.get(0).proposed(ScriptedNode.owned(5));
		this.nodes.get(1).proposed(ScriptedNode.owned(5));
		assertThat(first).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
		CompletableFuture<StoreReply> last = this.store.cancel("job", "me:1", LEASE, LockStore.NO_LIMIT)
			.toCompletableFuture();
		ScriptedNode.last(this.nodes.get(0).proposals).completeExceptionally(ScriptedNode.FAILURE);
		this.nodes.get(1).proposed(ScriptedNode.owned(5));
		this.nodes.get(2).proposed(ScriptedNode.heldBy("other:1"));
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.withdrawals).isEmpty());
		assertThat(last).isCompletedExceptionally();
	}

	/**
	 * The masters do not hear that the attempt is over, for their connections break. They
	 * are told again, whatever they would give it meanwhile.
	 */
	@Test
	void isNotAskedAgainWhileItsEndIsOnItsWay() {
		this.store.acquire("job", "me:1", LEASE, 11, LockStore.NO_LIMIT);
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.heldBy("other:1")));
		CompletableFuture<StoreReply> last = last();
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.heldBy("other:1")));
		this.nodes.forEach((node) -> ScriptedNode.last(node.withdrawals).completeExceptionally(ScriptedNode.FAILURE));
		assertThat(last).isCompletedExceptionally();
		assertThat(last()).isCompletedWithValueMatching((reply) -> reply.status() == Status.FINISHED);
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.proposals).hasSize(2));
		this.world.run(TIMEOUT);
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.withdrawals).hasSizeGreaterThan(1));
	}

	/**
	 * What was lost may have left, and arrive later than what was sent on the next
	 * connection.
	 */
	@Test
	void isAskedAgainWhenItsEndCannotArriveAnyMore() {
		this.store.acquire("job", "me:1", LEASE, 11, LockStore.NO_LIMIT);
		this.store.cancel("job", "me:1", 0, LockStore.NO_LIMIT);
		this.nodes.forEach((node) -> ScriptedNode.last(node.withdrawals).completeExceptionally(ScriptedNode.FAILURE));
		this.world.run(TIMEOUT);
		this.nodes.forEach((node) -> ScriptedNode.last(node.withdrawals).complete(ScriptedNode.said(Status.CANCELLED)));
		assertThat(last()).as("each has heard one").isCompleted();
		this.world.run(LEASE + 2 * TIMEOUT);
		assertThat(last()).isNotDone();
	}

	@Test
	void isAskedAgainWhenAllHaveHeardOfItsEnd() {
		this.store.acquire("job", "me:1", LEASE, 11, LockStore.NO_LIMIT);
		this.store.cancel("job", "me:1", 0, LockStore.NO_LIMIT);
		this.nodes.subList(0, 2)
			.forEach((node) -> ScriptedNode.last(node.withdrawals).complete(ScriptedNode.said(Status.CANCELLED)));
		assertThat(last()).as("it may still arrive at the third").isCompleted();
		ScriptedNode.last(this.third.withdrawals).complete(ScriptedNode.said(Status.CANCELLED));
		assertThat(last()).isNotDone();
	}

	/**
	 * It has stepped back to a place in the queue, and that is repeated: after its end
	 * the place would be handed the lock, and nobody would ask for it.
	 */
	@Test
	void takesNoPlaceAfterItsEnd() {
		this.store.acquire("job", "me:1", LEASE, 5_000, LockStore.NO_LIMIT);
		this.first.proposed(ScriptedNode.owned(5));
		this.nodes.subList(1, 3).forEach((node) -> node.proposed(ScriptedNode.heldBy("other:1")));
		ScriptedNode.last(this.first.withdrawals).completeExceptionally(ScriptedNode.FAILURE);
		this.world.run(20);
		ScriptedNode.last(this.first.withdrawals).completeExceptionally(ScriptedNode.FAILURE);
		assertThat(this.first.withdrawn).as("it waits there")
			.hasSize(2)
			.allSatisfy((stepBack) -> assertThat(stepBack.placeMillis()).isPositive());
		this.store.cancel("job", "me:1", 0, LockStore.NO_LIMIT);
		this.nodes.forEach((node) -> ScriptedNode.last(node.withdrawals).complete(ScriptedNode.said(Status.CANCELLED)));
		this.world.run(TIMEOUT);
		assertThat(this.first.withdrawn).as("the repetition, after the end").hasSize(4);
		Withdrawal repeated = this.first.withdrawn.get(3);
		assertThat(repeated.round()).isLessThan(Withdrawal.END);
		assertThat(repeated.placeMillis()).isZero();
	}

	/**
	 * It gives up while the turn before it ends: what it would be given belongs to
	 * nobody.
	 */
	@Test
	void whoGivesUpBeforeItsTurnAsksNobody() {
		this.store.acquire("job", "me:1", LEASE, 0, LockStore.NO_LIMIT);
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.owned(5)));
		CompletableFuture<StoreReply> next = this.store.yield("job", "me:1", "me:2", LEASE, 5_000, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.store.cancel("job", "me:2", 0, LockStore.NO_LIMIT);
		this.nodes.forEach((node) -> ScriptedNode.last(node.withdrawals).complete(ScriptedNode.said(Status.CANCELLED)));
		this.nodes.forEach((node) -> node.withdrawals.get(0).complete(ScriptedNode.said(Status.RELEASED)));
		assertThat(next).isCompletedWithValueMatching((reply) -> reply.status() == Status.FINISHED);
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.proposals).hasSize(1));
	}

	private CompletableFuture<StoreReply> last() {
		return this.store.cancel("job", "me:1", LEASE, LockStore.NO_LIMIT).toCompletableFuture();
	}

}
