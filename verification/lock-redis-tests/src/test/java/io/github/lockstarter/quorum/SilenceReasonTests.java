package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What people are told of masters that do not answer: which, and why.
 */
class SilenceReasonTests extends ThreeNodes {

	private static final Duration WAITED = Duration.ofMillis(TIMEOUT);

	private CompletableFuture<StoreReply> acquire(String id) {
		return this.store.acquire("job", id, LEASE, 0, LockStore.NO_LIMIT).toCompletableFuture();
	}

	@Test
	void masterThatWasAskedAndSaysNothingIsNamed() {
		acquire("me:1");
		this.first.proposed(ScriptedNode.owned(5));
		this.world.run(TIMEOUT);
		assertThat(this.store.silence(WAITED))
			.isEqualTo("2 of 3 masters did not answer: second has not answered for 1s; third has not answered for 1s");
	}

	@Test
	void masterThatWasNotAskedIsNotNamed() {
		this.world.run(TIMEOUT);
		assertThat(this.store.silence(WAITED)).isNull();
	}

	@Test
	void masterThatAnswersOthersIsNotNamed() {
		acquire("me:1");
		acquire("me:2");
		this.world.run(TIMEOUT / 2 + 1);
		this.third.proposals.get(0).complete(ScriptedNode.heldBy("other:1"));
		this.world.run(TIMEOUT / 2 - 1);
		assertThat(this.store.silence(WAITED)).contains("first", "second").doesNotContain("third");
	}

	@Test
	void wordsOfAServerComeWithItsAddress() {
		CompletableFuture<StoreReply> answer = acquire("me:1");
		this.first.proposed(ScriptedNode.owned(5));
		this.second.proposals.get(0)
			.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, "OOM command not allowed", null));
		this.third.proposals.get(0)
			.completeExceptionally(
					new StoreException(StoreException.Outcome.NOT_SENT, "no connection to third: refused", null));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(answer::join)
			.withMessageEndingWith("2 of 3 masters did not answer: second: OOM command not allowed; "
					+ "no connection to third: refused");
	}

}
