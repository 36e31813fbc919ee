package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two of three addresses lead to one server, as one finds out when it comes up.
 */
class OneServerTwiceTests extends ThreeNodes {

	private CompletableFuture<StoreReply> acquire() {
		return this.store.acquire("job", "me:1", 30_000, 5_000, LockStore.NO_LIMIT).toCompletableFuture();
	}

	private static void fails(CompletableFuture<StoreReply> answer, String reason) {
		assertThat(answer).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(answer::join).withMessageContaining(reason);
	}

	@Test
	void serverThatAnswersTwiceIsNoMajority() {
		this.third.identity = this.first.identity;
		CompletableFuture<StoreReply> answer = acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.third.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		fails(answer, "first is the same server as third; third is the same server as first");
		assertThat(this.nodes).as("what they gave is given up")
			.allSatisfy((node) -> assertThat(node.withdrawals).hasSize(1));
	}

	@Test
	void serverThatIsConnectedTwiceHasNoVoteUnderEitherName() {
		this.third.identity = this.first.identity;
		CompletableFuture<StoreReply> answer = acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		assertThat(answer).isNotDone();
		this.third.proposals.get(0).completeExceptionally(ScriptedNode.FAILURE);
		fails(answer, "first is the same server as third");
	}

	@Test
	void serverThatAnsweredUnderAnotherNameBeforeIsNoMajority() {
		CompletableFuture<StoreReply> answer = acquire();
		this.second.proposals.get(0).completeExceptionally(ScriptedNode.FAILURE);
		this.first.proposed(ScriptedNode.owned(5));
		this.first.down = true;
		this.third.proposals.get(0).complete(ScriptedNode.owned(5));
		assertThat(answer).as("another server").isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
		this.first.down = false;
		CompletableFuture<StoreReply> next = this.store.acquire("other", "me:2", 30_000, 0, LockStore.NO_LIMIT)
			.toCompletableFuture();
		ScriptedNode.last(this.second.proposals).completeExceptionally(ScriptedNode.FAILURE);
		this.first.proposed(ScriptedNode.owned(5));
		this.first.down = true;
		this.third.proposed(ScriptedNode.from("first", ScriptedNode.owned(5)));
		assertThat(next).as("the same one").isCompletedExceptionally();
	}

	@Test
	void serverThatDoesNotSayWhichOneItIsHasNoVote() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.identity = "";
		this.third.identity = "";
		CompletableFuture<StoreReply> unknown = this.store.acquire("other", "me:2", 30_000, 5_000, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.nodes.forEach((node) -> node.proposals.forEach((proposal) -> proposal.complete(ScriptedNode.owned(5))));
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
		fails(unknown, "first did not report its server identity; third did not report its server identity");
	}

	@Test
	void renewalIsNotKeptByOneServer() {
		acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		this.third.proposed(ScriptedNode.owned(5));
		this.third.identity = this.first.identity;
		CompletableFuture<StoreReply> renewed = this.store.renew("job", "me:1", 30_000).toCompletableFuture();
		this.first.renewals.get(0).complete(owned());
		this.third.renewals.get(0).complete(owned());
		this.second.renewals.get(0).completeExceptionally(ScriptedNode.FAILURE);
		fails(renewed, "first is the same server as third");
	}

	private static StoreReply owned() {
		return new StoreReply(Status.OWNED, ServerTime.NONE, 0, 0, 30_000, 0, "");
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void bothNamesAreOfNoUse(CapturedOutput output) {
		assertThat(this.store.nodes()).allSatisfy((address, node) -> assertThat(node).isEqualTo(ScriptedNode.UP));
		this.third.identity = this.first.identity;
		this.third.seat().connected();
		this.first.seat().connected();
		assertThat(output)
			.containsOnlyOnce("third is the same server as first: the votes of both addresses are ignored")
			.doesNotContain("first is the same server");
		assertThat(this.store.nodes()).containsEntry("second", ScriptedNode.UP);
		assertThat(this.store.nodes().get("first").commands().trouble()).isEqualTo("it is the same server as third");
		assertThat(this.store.nodes().get("third").commands().trouble()).isEqualTo("it is the same server as first");
		StoreState all = this.store.state();
		assertThat(all.commands().condition()).isEqualTo(Condition.DOWN);
		assertThat(all.commands().since()).isEqualTo(this.store.nodes().get("first").commands().since());
	}

}
