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
 * Two masters that answer, and a third one that is silent, slow or unreachable.
 */
class SilentMasterTests {

	private static final long TIMEOUT = 1_000;

	private final World world = new World(1);

	private final ScriptedNode first = new ScriptedNode("first");

	private final ScriptedNode second = new ScriptedNode("second");

	private final ScriptedNode third = new ScriptedNode("third");

	private final List<ScriptedNode> nodes = List.of(this.first, this.second, this.third);

	private final QuorumLockStore store = new QuorumLockStore(this.nodes,
			new QuorumTerms(Duration.ofMillis(TIMEOUT), Duration.ofSeconds(30), Duration.ZERO), () -> "me", this.world,
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

	private CompletableFuture<StoreReply> acquire() {
		return this.store.acquire("job", "me:1", 30_000, 5_000, LockStore.NO_LIMIT).toCompletableFuture();
	}

	@Test
	void twoThatAgreeDecide() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
	}

	@Test
	void twoThatDisagreeAreAskedAgainSoon() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.heldBy("other:1"));
		assertThat(answer).as("the third may be slow").isNotDone();
		this.world.run(TIMEOUT / 20);
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.WAIT);
		assertThat(answer.join().leaseMillis()).as("the pause").isLessThan(TIMEOUT / 10);
		assertThat(this.first.withdrawals).as("given up: the other may need it").hasSize(1);
		this.third.proposed(ScriptedNode.owned(5));
		assertThat(this.third.withdrawals).as("what it gives late is given up").hasSize(1);
	}

	@Test
	void majorityIsWaitedFor() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.down = true;
		this.second.proposed(ScriptedNode.owned(5));
		this.first.proposals.get(0).completeExceptionally(ScriptedNode.FAILURE);
		this.world.run(TIMEOUT);
		assertThat(answer).isNotDone();
		this.third.proposed(ScriptedNode.owned(5));
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
	}

	@Test
	void masterThatIsSlowAndNeededIsHeardInTheEnd() {
		for (int i = 0; i < 20; i++) {
			CompletableFuture<StoreReply> answer = acquire();
			this.first.proposed(ScriptedNode.owned(5));
			this.second.proposed(ScriptedNode.heldBy("crashed:1"));
			CompletableFuture<StoreReply> slow = ScriptedNode.last(this.third.proposals);
			this.world.later(() -> slow.complete(ScriptedNode.owned(5)), TIMEOUT / 4);
			this.world.run(TIMEOUT);
			if (answer.join().status() == Status.OWNED) {
				return;
			}
		}
		throw new AssertionError("It was never waited for");
	}

	@Test
	void tokenIsStoredByTheOthersIfOneFailsAtOnce() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.down = true;
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(7));
		assertThat(this.first.raises).hasSize(1);
		assertThat(answer).as("the third can still store it").isNotDone();
		this.third.proposed(ScriptedNode.owned(5));
		this.third.raises.get(0).complete(ScriptedNode.owned(7));
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
		assertThat(answer.join().firstToken()).isEqualTo(7);
		assertThat(this.second.withdrawals).isEmpty();
	}

	@Test
	void tokenThatASilentMasterDoesNotStoreIsGivenUpSoon() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(7));
		this.first.raises.get(0).complete(ScriptedNode.said(Status.LOST));
		assertThat(answer).isNotDone();
		this.world.run(TIMEOUT / 20);
		assertThat(answer).isCompletedExceptionally();
		assertThat(this.second.withdrawals).hasSize(1);
	}

	@Test
	void answersToAnEarlierQuestionDoNotCount() {
		CompletableFuture<StoreReply> earlier = acquire();
		CompletableFuture<StoreReply> later = acquire();
		this.first.proposals.get(0).complete(ScriptedNode.owned(5));
		this.second.proposals.get(0).complete(ScriptedNode.owned(5));
		assertThat(earlier).isCompletedExceptionally();
		assertThat(later).isNotDone();
		this.first.proposed(ScriptedNode.owned(5));
		assertThat(later).isNotDone();
		this.second.proposed(ScriptedNode.owned(5));
		assertThat(later).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
	}

	@Test
	void releaseDoesNotWaitForIt() {
		CompletableFuture<StoreReply> answer = this.store.release("job", "me:1", 0).toCompletableFuture();
		this.first.withdrawals.get(0).complete(ScriptedNode.said(Status.RELEASED));
		this.second.withdrawals.get(0).complete(ScriptedNode.said(Status.CANCELLED));
		this.world.run(TIMEOUT / 20);
		assertThat(answer).as("the third may have had it")
			.isCompletedWithValueMatching((reply) -> reply.status() == Status.RELEASED);
	}

	@Test
	void descriptionDoesNotWaitForIt() {
		CompletableFuture<StoreReply> answer = this.store.describe("job").toCompletableFuture();
		this.first.descriptions.get(0).complete(ScriptedNode.held("other:1", 5));
		this.second.descriptions.get(0).complete(ScriptedNode.said(Status.FREE));
		this.world.run(TIMEOUT / 20);
		this.first.label.complete("other");
		this.second.label.complete("other");
		assertThat(answer).as("nobody knows its label")
			.isCompletedWithValueMatching((reply) -> reply.holder().equals("other"));
	}

	@Test
	void renewalWaitsForOneThatIsSlow() {
		CompletableFuture<StoreReply> answer = this.store.renew("job", "me:1", 30_000).toCompletableFuture();
		this.first.renewals.get(0).complete(ScriptedNode.owned(5));
		this.second.renewals.get(0).complete(ScriptedNode.said(Status.LOST));
		this.world.run(TIMEOUT / 2);
		assertThat(answer).isNotDone();
		this.third.renewals.get(0).complete(ScriptedNode.owned(5));
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
	}

}
