package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.etcd.TestGateway.Reply;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * An etcd that has no room: what is held is kept and given back, nothing else is granted.
 */
class FullEtcdTests {

	private static final long LEASE = 8_000;

	private final EtcdModel model = new EtcdModel();

	private final TestGateway gateway = new TestGateway(this.model);

	private final TestInstance instance = TestInstance.of(Duration.ofSeconds(30), this.gateway.endpoint());

	private final LockStore store = this.instance.store();

	@BeforeEach
	void start() {
		this.store.start(new Told());
	}

	@AfterEach
	void stop() {
		this.store.stop();
		this.gateway.close();
	}

	private String id(int attempt) {
		return this.store.clientId() + ":" + attempt;
	}

	private CompletionStage<StoreReply> acquire(int attempt, long wait) {
		return this.store.acquire("lock", id(attempt), LEASE, wait, LockStore.NO_LIMIT);
	}

	private static StoreReply answer(CompletionStage<StoreReply> stage) throws Exception {
		return stage.toCompletableFuture().get(120, TimeUnit.SECONDS);
	}

	/**
	 * A waiter of the same instance does not hear what became of its question: its places
	 * are to be looked for, which writes.
	 */
	private void loseTheAnswerOfAWaiter() {
		AtomicBoolean lost = new AtomicBoolean();
		this.gateway.fault((path, body) -> {
			boolean takes = path.equals("kv/txn") && body.at("compare").isThere();
			return (takes && lost.compareAndSet(false, true)) ? Reply.NONE_AFTER : null;
		});
		assertThatThrownBy(() -> answer(acquire(2, 60_000))).isNotNull();
		this.gateway.fault((path, body) -> null);
	}

	@Test
	void holderKeepsItsLockAndGivesItBackWhenOtherPlacesAreInDoubt() throws Exception {
		assertThat(answer(acquire(1, 0)).status()).isEqualTo(Status.OWNED);
		loseTheAnswerOfAWaiter();
		this.model.full(true);
		assertThat(answer(this.store.renew("lock", id(1), LEASE)).status()).isEqualTo(Status.OWNED);
		assertThat(answer(this.store.release("lock", id(1), 0)).status()).isEqualTo(Status.RELEASED);
		assertThatThrownBy(() -> answer(acquire(3, 0))).hasMessageContaining("space exceeded");
	}

	@Test
	void minimumHoldIsKeptThoughNobodyIsToldForHowLong() throws Exception {
		assertThat(answer(acquire(1, 0)).status()).isEqualTo(Status.OWNED);
		this.model.full(true);
		assertThat(answer(this.store.release("lock", id(1), 5_000)).status()).isEqualTo(Status.RELEASED);
		assertThat(this.model.places()).hasSize(1);
		this.model.full(false);
		assertThat(answer(acquire(2, 0)).status()).isEqualTo(Status.WAIT);
	}

}
