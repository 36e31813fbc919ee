package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a lock costs, as the page about this store says it.
 */
abstract class StatementsContract {

	private final String name = "cost-" + UUID.randomUUID();

	private CountedConnections connections;

	private JdbcLockStore store;

	private int attempt;

	abstract ConnectionSource source();

	@BeforeEach
	void start() {
		this.connections = new CountedConnections(source());
		this.store = JdbcContract.store(this.connections);
		this.store.start(new Deaf());
		Awaitility.await().until(() -> this.store.isPushAvailable(this.name));
		this.connections.taken();
	}

	@AfterEach
	void stop() {
		this.store.stop();
	}

	@Test
	void lockIsTakenAndGivenBackInAFewStatements() {
		String first = nextId();
		acquire(first);
		assertThat(this.connections.taken()).as("a new name").containsExactlyElementsOf(acquireNew());
		release(first);
		assertThat(this.connections.taken()).containsExactly("update");
		acquire(nextId());
		assertThat(this.connections.taken()).as("a name that is remembered").containsExactlyElementsOf(acquireAgain());
	}

	@Test
	void renewalsOfManyLocksGoTogetherWhereTheyCan() {
		List<Renewal> held = Stream.of("one", "two")
			.map((which) -> new Renewal(this.name + which, nextId(), 60_000))
			.toList();
		held.forEach((lock) -> assertThat(this.store.acquire(lock.name(), lock.id(), 60_000, 0, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.status()).isEqualTo(Status.OWNED));
		// a lease that ends when it did is not written
		awaitNextMillisecond();
		assertThat(this.store.renew(held)).hasSize(2)
			.allSatisfy((answer) -> assertThat(answer.toCompletableFuture().join().status()).isEqualTo(Status.OWNED));
		assertThat(this.connections.taken()).containsExactlyInAnyOrderElementsOf(renewTwo());
	}

	@Test
	void waiterCostsTwoStatementsEachTimeItAsks() {
		acquire(nextId());
		this.connections.taken();
		String waiter = nextId();
		assertThat(ask(waiter)).isEqualTo(Status.WAIT);
		assertThat(this.connections.taken()).containsExactly("select", "update");
		awaitNextMillisecond();
		assertThat(ask(waiter)).isEqualTo(Status.WAIT);
		assertThat(this.connections.taken()).containsExactly("select", "update");
		describe();
		assertThat(this.connections.taken()).containsExactly("select");
	}

	@Test
	void handOverIsToldBesides() {
		String holder = nextId();
		acquire(holder);
		assertThat(ask(nextId())).isEqualTo(Status.WAIT);
		this.connections.taken();
		release(holder);
		assertThat(this.connections.questionsWhoListens()).isOne();
		assertThat(this.connections.taken()).containsExactlyElementsOf(handOver());
	}

	abstract List<String> acquireNew();

	abstract List<String> acquireAgain();

	abstract List<String> renewTwo();

	abstract List<String> handOver();

	private Status ask(String id) {
		return this.store.askAgain(this.name, id, 60_000, 60_000, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.status();
	}

	// Who asks again in the same millisecond changes nothing: there is nothing to write
	private void awaitNextMillisecond() {
		long now = describe();
		Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> describe() > now);
		this.connections.taken();
	}

	private long describe() {
		return this.store.describe(this.name).toCompletableFuture().join().serverNow();
	}

	private String nextId() {
		return this.store.clientId() + ":" + ++this.attempt;
	}

	private void acquire(String id) {
		assertThat(
				this.store.acquire(this.name, id, 60_000, 0, LockStore.NO_LIMIT).toCompletableFuture().join().status())
			.isEqualTo(Status.OWNED);
	}

	private void release(String id) {
		assertThat(this.store.release(this.name, id, 0).toCompletableFuture().join().status())
			.isEqualTo(Status.RELEASED);
	}

}
