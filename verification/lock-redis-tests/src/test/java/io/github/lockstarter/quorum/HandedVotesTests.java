package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.PushMessage.Kind;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Votes that nodes hand to a waiter by a message.
 */
class HandedVotesTests extends ThreeNodes {

	private static final String ME = "me:1";

	private CompletableFuture<StoreReply> acquire() {
		return this.store.acquire("job", ME, LEASE, 5_000, LockStore.NO_LIMIT).toCompletableFuture();
	}

	private void await() {
		acquire();
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.heldBy("other:1")));
	}

	/**
	 * The first node has given its vote, and no other one. It is given up.
	 */
	private void stepBack() {
		acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.heldBy("a:1"));
		this.third.proposed(ScriptedNode.heldBy("b:1"));
		assertThat(this.first.withdrawals).hasSize(1);
	}

	private void secondAndThirdSaySo() {
		this.second.hands(ME, 105, 100);
		this.third.hands(ME, 105, 100);
	}

	private long grants() {
		return this.told.stream().filter((message) -> message.kind() == Kind.GRANT).count();
	}

	@Test
	void majorityOfThemIsTheLock() {
		await();
		this.first.hands(ME, 105, 100);
		assertThat(this.told).isEmpty();
		this.third.hands(ME, 105, 90);
		PushMessage grant = this.told.get(0);
		assertThat(grant.kind()).isEqualTo(Kind.GRANT);
		assertThat(grant.firstToken()).isEqualTo(105);
		assertThat(grant.lastToken()).isEqualTo(121);
		assertThat(grant.time().millis()).as("as old as the older one").isEqualTo(90);
		this.second.hands(ME, 105, 100);
		assertThat(this.told).as("once").hasSize(1);
		assertThat(this.nodes).as("nobody was asked again").allSatisfy((node) -> assertThat(node.proposals).hasSize(1));
	}

	@Test
	void oneOfThemIsAskedForAfterAWhile() {
		await();
		this.first.hands(ME, 105, 100);
		this.world.run(TIMEOUT);
		assertThat(this.told).extracting(PushMessage::kind).containsExactly(Kind.HINT);
	}

	@Test
	void twoThatDisagreeAboutTheTokenAreAskedForAtOnce() {
		await();
		this.first.hands(ME, 105, 100);
		this.second.hands(ME, 106, 100);
		assertThat(this.told).extracting(PushMessage::kind).containsExactly(Kind.HINT);
	}

	@Test
	void voteOfANodeThatHasNotAnsweredTheLastQuestionDoesNotCount() {
		await();
		this.world.run(TIMEOUT);
		acquire();
		this.first.proposed(ScriptedNode.heldBy("other:1"));
		this.second.proposed(ScriptedNode.heldBy("other:1"));
		this.first.hands(ME, 105, 100);
		this.third.hands(ME, 105, 100);
		assertThat(this.told).as("to ask").extracting(PushMessage::kind).containsExactly(Kind.HINT);
		this.second.hands(ME, 105, 100);
		assertThat(grants()).as("without it").isOne();
	}

	@Test
	void voteThatMayBeGivenUpByWhatIsOnItsWayDoesNotCount() {
		stepBack();
		this.first.hands(ME, 105, 100);
		this.second.hands(ME, 105, 100);
		assertThat(grants()).isZero();
		this.third.hands(ME, 105, 100);
		assertThat(grants()).as("without it").isOne();
	}

	@Test
	void voteThatWasGivenUpDoesNotCount() {
		stepBack();
		this.first.withdrawals.get(0).complete(ScriptedNode.said(Status.RELEASED));
		this.first.hands(ME, 5, 50);
		this.second.hands(ME, 5, 100);
		assertThat(grants()).isZero();
		this.first.hands(ME, 105, 100);
		this.second.hands(ME, 105, 100);
		assertThat(grants()).as("a later one").isOne();
	}

	@Test
	void whatIsOnItsWayIsKnownAlsoAfterAQuestionThatNobodyGot() {
		stepBack();
		this.nodes.forEach((node) -> node.down = true);
		assertThat(acquire()).isCompletedExceptionally();
		this.nodes.forEach((node) -> node.down = false);
		await();
		this.first.hands(ME, 105, 100);
		this.second.hands(ME, 105, 100);
		assertThat(grants()).isZero();
	}

	@Test
	void whatIsOnItsWayIsKnownAlsoAfterAQuestionThatDidNotWait() {
		this.store.acquire("job", ME, LEASE, 0, LockStore.NO_LIMIT);
		this.first.proposed(ScriptedNode.heldBy("other:1"));
		this.second.proposed(ScriptedNode.heldBy("other:1"));
		CompletableFuture<StoreReply> lost = ScriptedNode.last(this.third.proposals);
		await();
		lost.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, "lost", null));
		assertThat(this.third.withdrawals).hasSize(1);
		this.second.hands(ME, 105, 100);
		this.third.hands(ME, 105, 100);
		assertThat(grants()).isZero();
		this.first.hands(ME, 105, 100);
		assertThat(grants()).as("without it").isOne();
	}

	@Test
	void answersThatComeLaterTakeNothingAway() {
		await();
		acquire();
		secondAndThirdSaySo();
		assertThat(grants()).isOne();
		this.second.proposed(ScriptedNode.owned(105));
		this.third.proposed(ScriptedNode.heldBy("other:1"));
		this.first.proposed(ScriptedNode.heldBy("other:1"));
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.withdrawals).isEmpty());
	}

	@Test
	void answersThatComeAfterTheReleaseDoNotOvertakeIt() {
		await();
		acquire();
		secondAndThirdSaySo();
		this.store.release("job", ME, 0);
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.owned(105)));
		assertThat(this.nodes).as("the release says it").allSatisfy((node) -> assertThat(node.withdrawals).hasSize(1));
	}

	@Test
	void voteThatWasHandedForAMomentDoesNotMakeALongLease() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(7));
		this.third.proposed(ScriptedNode.heldBy("other:1"));
		// handed over after that answer, and before the token comes
		this.third.raises.get(0).complete(ScriptedNode.owned(7).withLease(395));
		assertThat(answer).isNotDone();
		this.first.raises.get(0).complete(ScriptedNode.owned(7));
		assertThat(answer.join().leaseMillis()).isEqualTo(LEASE);
		assertLastIsAskedForAll();
	}

	@Test
	void voteThatIsHandedToAnOwnerForAMomentIsAskedFor() {
		acquire();
		this.first.proposed(ScriptedNode.owned(105));
		this.second.proposed(ScriptedNode.owned(105));
		this.third.proposed(ScriptedNode.heldBy("other:1"));
		this.third.hands(ME, 105, 100);
		assertLastIsAskedForAll();
	}

	private void assertLastIsAskedForAll() {
		long later = TIMEOUT / 20;
		this.world.run(later);
		assertThat(this.third.proposed).hasSize(2);
		assertThat(this.third.proposed.get(1).leaseMillis()).isBetween(LEASE - later, LEASE);
	}

	@Test
	void voteForAnAttemptThatIsOverIsForNobody() {
		await();
		this.store.cancel("job", ME, 0, LockStore.NO_LIMIT);
		secondAndThirdSaySo();
		assertThat(this.told).isEmpty();
	}

	@Test
	void lockThatNobodyWaitsForAnyMoreIsGivenBack() {
		await();
		secondAndThirdSaySo();
		this.store.giveBack(this.told.get(0));
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.withdrawn).hasSize(1));
	}

	@Test
	void otherMastersGetTheLockToo() {
		await();
		secondAndThirdSaySo();
		this.world.run(TIMEOUT / 20);
		assertThat(this.first.proposals).hasSize(2);
		assertThat(this.second.proposals).hasSize(1);
	}

	@Test
	void releaseHandsOnALargerTokenThanItsOwn() {
		acquire();
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.owned(500)));
		this.store.release("job", ME, 0);
		assertThat(this.nodes).allSatisfy(
				(node) -> assertThat(node.withdrawn).singleElement().extracting(Withdrawal::floor).isEqualTo(517L));
	}

	@Test
	void nobodyIsHandedALockWhoseNameStaysTaken() {
		acquire();
		this.nodes.forEach((node) -> node.proposed(ScriptedNode.owned(500)));
		this.store.release("job", ME, 100);
		assertThat(this.first.withdrawn.get(0).floor()).isZero();
	}

}
