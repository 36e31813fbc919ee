package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A question whose script a master did not know is sent again: the release may come
 * before it, and what is granted then is for nobody.
 */
class OvertakenQuestionTests extends ThreeNodes {

	/**
	 * Two of three have given the lock.
	 */
	private void acquire() {
		this.store.acquire("job", "me:1", LEASE, 5_000, LockStore.NO_LIMIT);
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposed(ScriptedNode.owned(5));
	}

	private void release(Status answer) {
		this.store.release("job", "me:1", 0);
		ScriptedNode.last(this.third.withdrawals).complete(ScriptedNode.said(answer));
	}

	@Test
	void grantThatTheReleaseHasOvertakenIsGivenUp() {
		acquire();
		release(Status.CANCELLED);
		this.third.proposed(ScriptedNode.owned(5));
		assertThat(this.third.withdrawals).as("it would keep the lock for a lease").hasSize(2);
	}

	@Test
	void placeThatTheReleaseHasOvertakenIsGivenUp() {
		acquire();
		release(Status.CANCELLED);
		this.third.proposed(ScriptedNode.heldBy("other:1"));
		assertThat(this.third.withdrawn).as("it would be handed the lock, for nobody").hasSize(2);
		assertThat(this.third.withdrawn.get(1).placeMillis()).isZero();
	}

	@Test
	void grantThatComesBeforeTheReleaseIsHeardIsLeftToTheRelease() {
		acquire();
		this.store.release("job", "me:1", 0);
		this.third.proposed(ScriptedNode.owned(5));
		ScriptedNode.last(this.third.withdrawals).complete(ScriptedNode.said(Status.RELEASED));
		assertThat(this.third.withdrawals).as("one request").hasSize(1);
	}

	@Test
	void releaseThatWasNotExecutedHasOvertakenNothing() {
		acquire();
		release(Status.STALE);
		this.third.proposed(ScriptedNode.owned(5));
		assertThat(this.third.withdrawals).hasSize(1);
	}

	@Test
	void lockThatIsGivenBackToAMasterAfterItsReleaseIsGivenUp() {
		acquire();
		this.third.proposed(ScriptedNode.owned(5));
		CompletableFuture<StoreReply> renewed = this.store.renew("job", "me:1", LEASE).toCompletableFuture();
		this.nodes.subList(0, 2).forEach((node) -> node.renewals.get(0).complete(ScriptedNode.owned(5)));
		this.third.renewals.get(0).complete(ScriptedNode.said(Status.LOST));
		assertThat(this.third.proposals).as("it has forgotten the lock").hasSize(2);
		release(Status.CANCELLED);
		this.third.proposed(ScriptedNode.owned(5));
		assertThat(this.third.withdrawals).hasSize(2);
		assertThat(renewed).isDone();
	}

}
