package io.github.lockstarter.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Stops in all circumstances: each is complete, leaves no thread, and can be followed by
 * a start.
 */
@Timeout(120)
class StopIntegrationTests {

	private final Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());

	@AfterEach
	void clearFlag() {
		Thread.interrupted();
	}

	@Test
	void interruptedThreadStopsAndStarts() {
		try (LockInstance server = LockInstance.on(TestRedis.shared())) {
			for (int i = 0; i < 3; i++) {
				Thread.currentThread().interrupt();
				server.locks().stop();
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				Thread.interrupted();
				assertNoThreadIsLeft();
				Thread.currentThread().interrupt();
				server.locks().start();
				assertThat(Thread.interrupted()).isTrue();
				assertThat(server.acquires(LockRequest.of(getClass().getName()))).isTrue();
			}
			server.locks().stop();
			server.locks().stop();
			assertNoThreadIsLeft();
		}
	}

	@Test
	void threadThatIsInterruptedWhileItDisconnectsStopsToo() {
		try (LockInstance server = LockInstance.on(TestRedis.shared())) {
			Thread stopping = Thread.currentThread();
			Thread interrupter = new Thread(() -> {
				while (!stopping.isInterrupted()) {
					if (List.of(stopping.getStackTrace()).toString().contains("$Handle.close")) {
						stopping.interrupt();
					}
				}
			});
			interrupter.setDaemon(true);
			interrupter.start();
			server.locks().stop();
			stopping.interrupt();
			while (interrupter.isAlive()) {
				// else it might interrupt what follows
				Thread.onSpinWait();
			}
			assertThat(Thread.interrupted()).isTrue();
			assertNoThreadIsLeft();
			server.locks().start();
			assertThat(server.acquires(LockRequest.of(getClass().getName()))).isTrue();
		}
	}

	@Test
	void redisThatHangsDoesNotKeepTheStopFromItsEnd() {
		try (TestRedis redis = TestRedis.start(); LockInstance server = LockInstance.on(redis)) {
			redis.pause();
			server.locks().stop();
			assertNoThreadIsLeft();
			redis.resume();
			server.locks().start();
			Awaitility.await()
				.ignoreExceptions()
				.until(() -> server.acquires(LockRequest.of(getClass().getName()).noWait()));
		}
	}

	@Test
	void stopWhileItConnects() throws IOException {
		try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", silent.getLocalPort()));
			var settings = LockInstance
				.settings((changed) -> changed.setCommandTimeout(Duration.ofMillis(50)).setStartTimeout(Duration.ZERO));
			SystemLockClock clock = new SystemLockClock();
			LockTemplate locks = new LockTemplate(
					new LettuceLockStore(new RedisClients(factory, settings.commandTimeout()), settings, "lock", "test",
							clock),
					settings, clock, List.of());
			for (int i = 0; i < 5; i++) {
				locks.start();
				locks.stop();
			}
			assertNoThreadIsLeft();
		}
	}

	@Test
	void instanceIsAnotherOneAfterEachStart() {
		try (TestRedis redis = TestRedis.start(); LockInstance server = LockInstance.on(redis)) {
			Set<String> ids = new HashSet<>();
			for (int i = 0; i < 3; i++) {
				assertThat(ids.add(server.store().clientId())).isTrue();
				assertThat(redis.cli("GET", "lock:%holder:" + server.store().clientId())).isNotNull();
				assertThat(List.of(redis.cli("PUBSUB", "CHANNELS")).toString())
					.contains("lock:%push:" + server.store().clientId());
				server.locks().stop();
				server.locks().start();
				Awaitility.await().until(() -> server.store().isPushAvailable("any"));
			}
		}
	}

	@Test
	void leaseFromBeforeARestartIsLostAndItsCloseHarmsNobody() {
		try (TestRedis redis = TestRedis.start();
				LockInstance server = LockInstance.on(redis);
				LockInstance other = LockInstance.on(redis)) {
			Lease before = server.locks().acquire("cloned");
			server.locks().stop();
			server.locks().start();
			assertThat(before.isHeld()).isFalse();
			assertThat(other.locks().describe("cloned")).as("a copy of this process may work under it").isPresent();
			assertThatExceptionOfType(LockLostException.class).isThrownBy(before::close);
			assertThat(other.locks().describe("cloned")).isPresent();
			other.locks().forceRelease("cloned");
			try (Lease after = server.locks().acquire("cloned")) {
				assertThat(after.fencingToken()).isGreaterThan(before.fencingToken());
				before.release();
				after.ensureHeld();
				assertThat(other.acquires(LockRequest.of("cloned").noWait())).isFalse();
			}
		}
	}

	private void assertNoThreadIsLeft() {
		Awaitility.await()
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
				.filteredOn((thread) -> !this.before.contains(thread)
						&& thread.getName().matches("(distributed-lock|lettuce)-.*"))
				.isEmpty());
	}

}
