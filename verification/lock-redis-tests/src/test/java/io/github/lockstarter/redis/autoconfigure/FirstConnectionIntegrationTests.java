package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.redis.SharedCluster;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications whose first connection takes longer than an answer may: their first calls,
 * none of which waits for a lock, get their locks all the same.
 */
@Timeout(120)
@Tag("gate")
class FirstConnectionIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	@Test
	void firstCallsWaitForTheFirstConnection() throws Exception {
		try (TestRedis first = TestRedis.start();
				TestRedis second = TestRedis.start();
				TestRedis third = TestRedis.start();
				TestRedis sentinel = TestRedis.startSentinel("mymaster", first);
				HeldUp one = new HeldUp(first);
				HeldUp watched = new HeldUp(sentinel);
				HeldUp cluster = new HeldUp(SharedCluster.get().masters().get(0));
				HeldUp quorum = new HeldUp(first, second, third)) {
			List<CompletableFuture<Void>> applications = List.of(
					one.firstCalls("spring.data.redis.url=redis://" + one.addresses()),
					watched.firstCalls("spring.data.redis.sentinel.master=mymaster",
							"spring.data.redis.sentinel.nodes=" + watched.addresses()),
					cluster.firstCalls("spring.data.redis.cluster.nodes=" + cluster.addresses()),
					quorum.firstCalls("distributed-lock.redis.quorum.nodes=" + quorum.addresses(),
							"distributed-lock.redis.restart-delay=0"));
			for (CompletableFuture<Void> application : applications) {
				application.get(LONG.toSeconds(), TimeUnit.SECONDS);
			}
		}
	}

	@Test
	void replicaThatIsListedFirstIsNotTheEndOfTheStart() throws Exception {
		try (TestRedis master = TestRedis.start();
				TestRedis replica = TestRedis.startReplicaOf(master);
				HeldUp proxy = new HeldUp(master)) {
			CompletableFuture<Void> application = application("distributed-lock.command-timeout=5s",
					"spring.data.redis.masterreplica.nodes=127.0.0.1:" + replica.port() + "," + proxy.addresses());
			Awaitility.await().atMost(LONG).until(() -> proxy.proxies.get(0).affected() > 0);
			assertThat(application).isNotDone();
			proxy.pass();
			application.get(LONG.toSeconds(), TimeUnit.SECONDS);
		}
	}

	/**
	 * An application that makes its first calls at once.
	 * @return completes when they have their locks; fails when one has not
	 */
	private static CompletableFuture<Void> application(String... properties) {
		return onThread(() -> runner(properties)
			// they share servers
			.withPropertyValues("distributed-lock.key-prefix=" + UUID.randomUUID(),
					"distributed-lock.start-timeout=" + LONG)
			.withConfiguration(
					AutoConfigurations.of(LockAsyncAutoConfiguration.class, LockReactiveAutoConfiguration.class))
			.withBean(FirstCalls.class)
			.run((context) -> assertThat(context).hasNotFailed()));
	}

	private static ApplicationContextRunner runner(String... properties) {
		return LockApplication.runner().withPropertyValues(properties);
	}

	private static CompletableFuture<Void> onThread(Runnable work) {
		return CompletableFuture.runAsync(work, (task) -> new Thread(task).start());
	}

	/**
	 * Servers whose replies do not arrive until the test lets them pass.
	 */
	private static final class HeldUp implements AutoCloseable {

		private final List<FaultProxy> proxies;

		HeldUp(TestRedis... servers) {
			this.proxies = Arrays.stream(servers).map((server) -> FaultProxy.to(server.host(), server.port())).toList();
			this.proxies.forEach((proxy) -> proxy.replies(Flow.HOLD));
		}

		String addresses() {
			return this.proxies.stream().map((proxy) -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(","));
		}

		/**
		 * Starts an application, and lets the replies pass when it has gone on for longer
		 * than any later connection might take.
		 */
		CompletableFuture<Void> firstCalls(String... properties) {
			return onThread(() -> {
				CompletableFuture<Void> patient = application(properties);
				runner(properties).withPropertyValues("distributed-lock.start-timeout=0")
					.run((impatient) -> Awaitility.await()
						.atMost(LONG)
						.until(() -> hasFailedOnce(impatient.getBean(LockStore.class))));
				assertThat(patient).as(String.join(" ", properties)).isNotDone();
				pass();
				patient.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
			});
		}

		private static boolean hasFailedOnce(LockStore store) {
			return !String.valueOf(store.state().commands().trouble()).contains("not connected yet");
		}

		void pass() {
			this.proxies.forEach((proxy) -> proxy.replies(Flow.PASS));
		}

		@Override
		public void close() {
			this.proxies.forEach(FaultProxy::close);
		}

	}

	/**
	 * What calls as soon as it can: one while the beans are being created, the others
	 * when the application has been started.
	 */
	static final class FirstCalls implements ApplicationListener<ContextRefreshedEvent> {

		private final LockOperations locks;

		private final ReactiveLockOperations reactive;

		private final CompletableFuture<AsyncLease> early;

		private final CompletableFuture<AsyncLease> described;

		FirstCalls(LockOperations locks, AsyncLockOperations async, ReactiveLockOperations reactive) {
			this.locks = locks;
			this.reactive = reactive;
			this.early = async.acquire(LockRequest.of("early").noWait());
			this.described = async.describe("first").thenCompose((lock) -> this.early);
			assertThat(this.early).as("no thread waits for it").isNotDone();
		}

		@Override
		public void onApplicationEvent(ContextRefreshedEvent event) {
			this.locks.acquire(LockRequest.of("first").noWait()).close();
			this.reactive.acquire(LockRequest.of("mono").noWait()).flatMap((lease) -> lease.release()).block(LONG);
			this.described.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS)
				.thenCompose(AsyncLease::release)
				.toCompletableFuture()
				.join();
		}

	}

}
