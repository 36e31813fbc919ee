package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The question at the end of a wait that was too short for the answer to the first one.
 */
class LastQuestionTests {

	private static final long LEASE = 30_000;

	private final World world = new World(1);

	private final List<ScriptedNode> nodes = List.of(new ScriptedNode("first"), new ScriptedNode("second"),
			new ScriptedNode("third"));

	private final QuorumLockStore store = new QuorumLockStore(this.nodes,
			new QuorumTerms(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ZERO), () -> "me", this.world,
			this.world.random::nextDouble, this.world::timers);

	@BeforeEach
	void start() {
		this.store.start(new LockStore.Listener() {

			@Override
			public void onHandOff(PushMessage message) {
			}

			@Override
			public void onSubscribed() {
			}

		});
	}

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
