package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.etcd.TestGateway.Reply;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How an instance asks what has changed.
 */
@ExtendWith(OutputCaptureExtension.class)
class ChangesTests {

	private static final String NAME = "lock";

	private final EtcdModel model = new EtcdModel();

	private final TestGateway gateway = new TestGateway(this.model);

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

	/**
	 * The log's explanation is a proxy or a missing right, and neither is the cause.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "", "etcdserver: permission denied", "etcdserver: invalid auth token",
			"auth: revision in header is old",
			"rpc error: code = Unauthenticated desc = etcdserver: invalid auth token" })
	void streamThatIsRefusedForAnOldTokenIsOpenedWithAnotherAndTheLogSaysNothing(String reason, CapturedOutput log) {
		this.gateway.askFor("secret");
		Told told = new Told();
		LockStore a = userInstance(new Told());
		LockStore b = userInstance(told);
		answer(acquire(a, 1));
		AtomicInteger refused = new AtomicInteger();
		this.gateway.fault((path, body) -> {
			if (path.equals("watch") && refused.getAndIncrement() == 0) {
				this.gateway.forgetTokens();
				return reason.isEmpty() ? null : Reply.of(200, "{\"result\":{\"created\":true,\"canceled\":true,"
						+ "\"cancel_reason\":\"" + reason + "\"}}\n");
			}
			return null;
		});
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.model.watchers() == 1);
		answer(a.release(NAME, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
		assertThat(refused.get()).isGreaterThan(1);
		assertThat(log).doesNotContain("Waiters are not notified");
	}

	@Test
	void missingRightIsToldAfterOneTryWithAnotherToken(CapturedOutput log) {
		this.gateway.askFor("secret");
		LockStore a = userInstance(new Told());
		LockStore b = userInstance(new Told());
		answer(acquire(a, 1));
		this.gateway.fault(
				(path, body) -> path.equals("watch") ? Reply.of(200, "{\"result\":{\"created\":true,\"canceled\":true,"
						+ "\"cancel_reason\":\"etcdserver: permission denied\"}}\n") : null);
		answer(acquire(b, 1));
		Awaitility.await().until(() -> log.toString().contains("permission denied"));
		long logins = this.gateway.paths().stream().filter("auth/authenticate"::equals).count();
		Awaitility.await().until(() -> this.gateway.paths().stream().filter("watch"::equals).count() > 5);
		assertThat(this.gateway.paths().stream().filter("auth/authenticate"::equals).count()).isEqualTo(logins);
		assertThat(log.toString().split("Waiters are not notified")).hasSize(2);
	}

	private LockStore userInstance(Told told) {
		return start(told, TestInstance.of(new EtcdSettings(List.of(this.gateway.endpoint()), Duration.ofSeconds(30),
				"/locks", "app", "secret", null), new SystemLockClock()));
	}

	private LockStore instance(Told told) {
		return start(told, TestInstance.of(Duration.ofSeconds(30), this.gateway.endpoint()));
	}

	private LockStore start(Told told, TestInstance instance) {
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
