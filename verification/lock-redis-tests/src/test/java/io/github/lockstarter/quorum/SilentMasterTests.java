package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two masters that answer, and a third one that is silent, slow or unreachable.
 */
class SilentMasterTests extends ThreeNodes {

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
	void questionThatWasAskedAgainSaysThatAnotherHasTheLock() {
		CompletableFuture<StoreReply> answer = acquire();
		CompletableFuture<StoreReply> again = acquire();
		this.first.proposals.get(0).complete(ScriptedNode.heldBy("other:1"));
		this.second.proposals.get(0).complete(ScriptedNode.heldBy("other:1"));
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.WAIT);
		assertThat(again).as("it has its own answers").isNotDone();
	}

	@Test
	void questionThatWasAskedAgainIsGrantedNothing() {
		CompletableFuture<StoreReply> answer = acquire();
		CompletableFuture<StoreReply> again = acquire();
		this.first.proposals.get(0).complete(ScriptedNode.owned(5));
		this.second.proposals.get(0).complete(ScriptedNode.owned(5));
		assertThat(answer).as("that belongs to the later one").isCompletedExceptionally();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		assertThat(again).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
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
			this.third.withdrawals.forEach((late) -> late.complete(ScriptedNode.said(Status.RELEASED)));
			if (answer.join().status() == Status.OWNED) {
				return;
			}
		}
		throw new AssertionError("It was never waited for");
	}

	@Test
	void masterThatIsKnownToHangIsNotWaitedForAgainAndAgain() {
		acquire();
		this.world.run(TIMEOUT);
		for (int i = 0; i < 8; i++) {
			CompletableFuture<StoreReply> answer = acquire();
			this.first.proposed(ScriptedNode.owned(5));
			this.second.proposed(ScriptedNode.heldBy("other:1"));
			this.world.run(TIMEOUT / 20);
			assertThat(answer).as("question %d", i)
				.isCompletedWithValueMatching((reply) -> reply.status() == Status.WAIT);
		}
	}

	@Test
	void grantWhoseAnswerIsLostIsGivenUpForWhoDoesNotWait() {
		CompletableFuture<StoreReply> answer = this.store.acquire("job", "me:1", 30_000, 0, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.first.proposed(ScriptedNode.heldBy("other:1"));
		this.third.proposals.get(0)
			.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, "connection lost", null));
		this.second.proposed(ScriptedNode.heldBy("other:1"));
		assertThat(answer).isCompletedWithValueMatching((reply) -> reply.status() == Status.WAIT);
		assertThat(this.third.withdrawals).hasSize(1);
	}

	@Test
	void whatOneMasterSaidOfItsLeaseIsNoNewsForTheOthers() {
		this.store.renew(List.of(new Renewal("job", "me:1", 60_000, 1_700_000_000_000L)));
		assertThat(this.third.renewed).containsExactly(new Renewal("job", "me:1", 60_000));
	}

	@Test
	void renewalCountsForAsLongAsTheMasterHasGivenTheLock() {
		acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		CompletableFuture<StoreReply> renewed = this.store.renew("job", "me:1", 60_000).toCompletableFuture();
		this.second.renewals.get(0).completeExceptionally(ScriptedNode.FAILURE);
		this.first.renewals.get(0).complete(ownedFor(60_000));
		this.third.renewals.get(0).complete(ownedFor(60_000));
		// it had given the lock up between the two
		this.third.proposed(ownedFor(30_000));
		assertThat(renewed).isCompletedWithValueMatching((reply) -> reply.leaseMillis() == 30_000);
	}

	private static StoreReply ownedFor(long millis) {
		return new StoreReply(Status.OWNED, ServerTime.NONE, 5, 21, millis, 0, "");
	}

	@Test
	void nothingIsTakenFromWhoHasOnlyAPart() {
		CompletableFuture<StoreReply> forced = this.store.force("job").toCompletableFuture();
		ScriptedNode.last(this.first.descriptions).complete(ScriptedNode.held("a:1", 5));
		ScriptedNode.last(this.second.descriptions).complete(ScriptedNode.held("b:1", 6));
		ScriptedNode.last(this.third.descriptions).complete(ScriptedNode.said(Status.FREE));
		assertThat(forced).isCompletedExceptionally();
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.withdrawals).isEmpty());
	}

	@Test
	void busyLockIsTakenFromWhoHasItByThen() {
		CompletableFuture<StoreReply> forced = this.store.force("job").toCompletableFuture();
		for (String holder : List.of("a:1", "b:1")) {
			for (ScriptedNode node : this.nodes) {
				ScriptedNode.last(node.descriptions).complete(ScriptedNode.held(holder, 5));
			}
			for (ScriptedNode node : this.nodes) {
				ScriptedNode.last(node.withdrawals)
					.complete(ScriptedNode.said(holder.equals("a:1") ? Status.CANCELLED : Status.RELEASED));
			}
		}
		assertThat(forced).isCompletedWithValueMatching((reply) -> reply.status() == Status.RELEASED);
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
		assertThatExceptionOfType(CompletionException.class).isThrownBy(answer::join)
			.withMessageEndingWith(
					"no majority of the masters could store the token: third is silent while most masters answer");
		assertThat(this.second.withdrawals).hasSize(1);
	}

	@Test
	void withAllDownThereIsAnAnswerAtOnce() {
		this.nodes.forEach((node) -> node.down = true);
		CompletableFuture<StoreReply> answer = acquire();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(answer::join)
			.withMessageContaining("3 of 3 masters did not answer")
			.extracting((failure) -> StoreException.of(failure).getOutcome())
			.as("nothing is left anywhere")
			.isEqualTo(StoreException.Outcome.NOT_SENT);
	}

	@Test
	void storeThatIsStoppedAnswersWhatIsOnItsWay() {
		List<CompletableFuture<StoreReply>> answers = List.of(acquire(),
				this.store.release("other", "me:2", 0).toCompletableFuture(),
				this.store.renew("third", "me:3", 30_000).toCompletableFuture(),
				this.store.describe("job").toCompletableFuture());
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.heldBy("other:1"));
		this.store.stop();
		assertThat(answers).allMatch(CompletableFuture::isDone);
		assertThat(acquire()).isCompletedExceptionally();
	}

	@Test
	void whoIsToldHoldsNoLockOfTheRound() {
		CompletableFuture<Boolean> other = new CompletableFuture<>();
		acquire().thenRun(() -> {
			Thread asking = new Thread(() -> other.complete(acquire() != null));
			asking.start();
			assertThat(other.orTimeout(120, TimeUnit.SECONDS).join()).isTrue();
		});
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		assertThat(other).isCompletedWithValue(true);
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
	void releaseIsRepeatedOnceHoweverOftenItIsAskedFor() {
		this.nodes.forEach((node) -> node.down = true);
		for (int i = 0; i < 20; i++) {
			this.store.release("job", "me:1", 0);
		}
		this.world.run(10_000);
		assertThat(this.third.withdrawals).as("20 that were asked for, and two each second")
			.hasSizeBetween(20 + 10, 20 + 30);
		this.nodes.forEach((node) -> node.down = false);
		this.world.run(1_000);
		ScriptedNode.last(this.third.withdrawals).complete(ScriptedNode.said(Status.FINISHED));
		int told = this.third.withdrawals.size();
		this.world.run(10_000);
		assertThat(this.third.withdrawals).as("it has answered").hasSize(told);
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

	@Test
	void masterThatMayHaveAnEarlierRoundIsAskedBeforeItsRenewalCounts() {
		CompletableFuture<StoreReply> answer = acquire();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		assertThat(answer).isCompleted();
		CompletableFuture<StoreReply> renewed = this.store.renew("job", "me:1", 30_000).toCompletableFuture();
		this.first.renewals.get(0).complete(ScriptedNode.owned(5));
		this.second.renewals.get(0).completeExceptionally(ScriptedNode.FAILURE);
		this.third.renewals.get(0).complete(ScriptedNode.owned(5));
		assertThat(renewed).as("what it has may be given up by an earlier round").isNotDone();
		this.third.proposed(ScriptedNode.owned(5));
		assertThat(renewed).isCompletedWithValueMatching((reply) -> reply.status() == Status.OWNED);
		this.store.renew("job", "me:1", 30_000);
		this.third.renewals.get(1).complete(ScriptedNode.owned(5));
		assertThat(this.third.proposals).as("once is enough").hasSize(2);
	}

	@Test
	void repeatedReleaseDoesNotShortenWhatIsRepeated() {
		CompletableFuture<StoreReply> answer = this.store.acquire("job", "me:1", 600_000, 5_000, LockStore.NO_LIMIT)
			.toCompletableFuture();
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
		this.third.proposed(ScriptedNode.owned(5));
		assertThat(answer).isCompleted();
		this.third.down = true;
		this.store.release("job", "me:1", 0);
		this.store.release("job", "me:1", 0);
		this.world.run(Duration.ofMinutes(5).toMillis());
		int told = this.third.withdrawals.size();
		this.world.run(Duration.ofMinutes(1).toMillis());
		assertThat(this.third.withdrawals).as("its lease of ten minutes is not over").hasSizeGreaterThan(told);
	}

}
