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

}
