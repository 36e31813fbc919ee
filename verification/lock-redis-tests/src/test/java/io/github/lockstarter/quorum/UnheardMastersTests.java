package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Masters whose time nobody knows yet: a token that goes by no clock may be smaller than
 * one that they have forgotten.
 */
class UnheardMastersTests extends ThreeNodes {

	@Test
	void nothingIsAskedForWhileNoMasterHasToldItsTime() {
		this.nodes.forEach((node) -> node.micros = 0);
		CompletableFuture<StoreReply> reply = acquire();
		assertThat(reply).as("nobody is waited for").isCompletedExceptionally();
		assertThatThrownBy(reply::join).cause()
			.isInstanceOfSatisfying(StoreException.class,
					(ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.NOT_SENT))
			.hasMessageContaining("has reported its time");
		assertThat(this.nodes).allSatisfy((node) -> assertThat(node.proposed).isEmpty());
	}

	@Test
	void timeOfOneMasterIsEnough() {
		this.first.micros = 0;
		this.second.micros = 0;
		this.third.micros = 7;
		acquire();
		assertThat(this.nodes)
			.allSatisfy((node) -> assertThat(node.proposed).singleElement().extracting(Proposal::floor).isEqualTo(7L));
	}

	private CompletableFuture<StoreReply> acquire() {
		return this.store.acquire("job", "me:1", LEASE, 0, LockStore.NO_LIMIT).toCompletableFuture();
	}

}
