package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The connections and threads of the locks between the start and the end of the
 * application.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class ConnectionLifeIntegrationTests {

	@Test
	void instanceHasTwoConnectionsAndItsEndClosesThem(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start()) {
			LockApplication.on(redis).run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				for (int i = 0; i < 100; i++) {
					locks.acquire("lock " + i).close();
				}
				Awaitility.await()
					.untilAsserted(() -> assertThat(connections(redis)).hasSize(2)
						.filteredOn((line) -> line.contains(" sub=1 "))
						.hasSize(1));
			});
			Awaitility.await().untilAsserted(() -> assertThat(connections(redis)).isEmpty());
			assertThat(LoggedWarnings.in(output)).isEmpty();
		}
	}

	@Test
	void endLeavesNoThreadBehind() {
		Set<Thread> before = threads();
		LockApplication.on(TestRedis.shared()).run((context) -> {
			LockOperations locks = context.getBean(LockOperations.class);
			CountDownLatch told = new CountDownLatch(1);
			Lease lease = locks.acquire(LockRequest.of(getClass().getName()).leaseTime(Duration.ofMillis(200)));
			lease.onLost(told::countDown);
			told.await();
			lease.release();
			assertThat(threadsSince(before)).extracting(Thread::getName)
				.anyMatch((name) -> name.startsWith("distributed-lock-renewal"))
				.anyMatch((name) -> name.startsWith("distributed-lock-connections"))
				.anyMatch((name) -> name.startsWith("distributed-lock-listener"));
		});
		Awaitility.await().untilAsserted(() -> assertThat(threadsSince(before)).isEmpty());
	}

	@Test
	void endDuringAnOutageIsQuietToo(CapturedOutput output) {
		endDuringAnOutage(5, output);
	}

	// the orders of an end and of an attempt to connect that only many ends meet
	@Test
	@Tag("slow")
	void everyEndDuringAnOutageIsQuiet(CapturedOutput output) {
		endDuringAnOutage(60, output);
	}

	private static void endDuringAnOutage(int ends, CapturedOutput output) {
		Set<Thread> before = threads();
		for (int i = 0; i < ends; i++) {
			LockApplication.withoutRedis()
				.withPropertyValues("distributed-lock.command-timeout=10ms")
				.run((context) -> assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> context.getBean(LockOperations.class).acquire(LockRequest.of("a").noWait())));
		}
		assertThat(LoggedWarnings.in(output)).isNotEmpty().allMatch((line) -> line.contains("cannot be reached"));
		Awaitility.await().untilAsserted(() -> assertThat(threadsSince(before)).isEmpty());
	}

	@Test
	void stoppedApplicationCanBeStartedAgain() {
		try (TestRedis redis = TestRedis.start()) {
			LockApplication.on(redis).run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				LockLifecycle lifecycle = context.getBean(LockLifecycle.class);
				locks.acquire("a").close();
				for (int restart = 0; restart < 3; restart++) {
					source(context).stop();
					assertThat(lifecycle.isRunning()).isFalse();
					assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.acquire("a"))
						.withMessageContaining("shutting down");
					Awaitility.await().untilAsserted(() -> assertThat(connections(redis)).isEmpty());

					source(context).start();
					assertThat(lifecycle.isRunning()).isTrue();
					locks.acquire("a").close();
					Awaitility.await().untilAsserted(() -> assertThat(connections(redis)).hasSize(2));
				}
			});
		}
	}

	@Test
	void applicationThatIsStoppedByAnInterruptedThreadCanBeStartedAgainAsAnotherInstance() {
		try (TestRedis redis = TestRedis.start()) {
			LockApplication.on(redis).run((context) -> {
				Set<String> channels = new HashSet<>();
				LockOperations locks = context.getBean(LockOperations.class);
				LockLifecycle lifecycle = context.getBean(LockLifecycle.class);
				// those of the application's own client stay
				lifecycle.stop();
				Set<Thread> before = threads();
				lifecycle.start();
				for (int restart = 0; restart < 3; restart++) {
					locks.acquire("a").close();
					Awaitility.await()
						.until(() -> channels.add(String.valueOf(redis.cli("PUBSUB", "CHANNELS", "lock:*"))));
					Thread.currentThread().interrupt();
					lifecycle.stop();
					assertThat(Thread.interrupted()).isTrue();
					Awaitility.await().untilAsserted(() -> assertThat(threadsSince(before)).isEmpty());
					Thread.currentThread().interrupt();
					lifecycle.start();
					assertThat(Thread.interrupted()).isTrue();
				}
			});
		}
	}

	private static ConfigurableApplicationContext source(AssertableApplicationContext context) {
		return context.getSourceApplicationContext(ConfigurableApplicationContext.class);
	}

	/**
	 * All clients but the one that asks.
	 */
	private static List<String> connections(TestRedis redis) {
		return String.valueOf(redis.cli("CLIENT", "LIST"))
			.lines()
			.filter((line) -> !line.contains("cmd=client|list"))
			.toList();
	}

	private static Set<Thread> threads() {
		return new HashSet<>(Thread.getAllStackTraces().keySet());
	}

	private static List<Thread> threadsSince(Set<Thread> before) {
		List<Thread> since = new ArrayList<>(threads());
		since.removeAll(before);
		since.removeIf((thread) -> !thread.getName().matches("(distributed-lock|lettuce)-.*"));
		return since;
	}

}
