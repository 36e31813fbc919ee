package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From when on an instance asks what has changed.
 */
class ChangesTests {

	private static final String NAME = "lock";

	private final TestGateway gateway = new TestGateway(new EtcdModel());

	private final List<TestInstance> instances = new ArrayList<>();

	private final CompletableFuture<Long> from = new CompletableFuture<>();

	@AfterEach
	void stop() {
		this.instances.forEach((instance) -> instance.store().stop());
		this.gateway.close();
	}

	/**
	 * etcd would read through all that others have written meanwhile, again and again.
	 */
	@Test
	void whatHappenedWhileNobodyWaitedIsNotAskedFor() {
		Told told = new Told();
		LockStore a = instance(new Told());
		LockStore b = instance(told);
		for (int i = 1; i <= 50; i++) {
			answer(acquire(a, i));
			answer(a.release(NAME, id(a, i), 0));
		}
		answer(acquire(a, 51));
		this.gateway.fault((path, body) -> {
			if (path.equals("watch")) {
				this.from.complete(body.at("create_request").at("start_revision").number());
			}
			return null;
		});
		answer(acquire(b, 1));
		assertThat(answer(this.from)).isGreaterThan(50);
		answer(a.release(NAME, id(a, 51), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	private LockStore instance(Told told) {
		TestInstance instance = TestInstance.of(Duration.ofSeconds(30), this.gateway.endpoint());
		this.instances.add(instance);
		instance.store().start(told);
		return instance.store();
	}

	private static CompletionStage<StoreReply> acquire(LockStore store, int attempt) {
		return store.acquire(NAME, id(store, attempt), 5_000, 60_000, LockStore.NO_LIMIT);
	}

	private static String id(LockStore store, int attempt) {
		return store.clientId() + ":" + attempt;
	}

	private static <T> T answer(CompletionStage<T> stage) {
		return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

}
