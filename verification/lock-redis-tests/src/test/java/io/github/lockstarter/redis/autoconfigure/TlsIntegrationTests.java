package io.github.lockstarter.redis.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.autoconfigure.LoggedWarnings;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.test.ServerCertificate;
import io.github.lockstarter.test.TestCertificates;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Redis over TLS, configured as Spring Boot's users do.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
@Tag("gate")
class TlsIntegrationTests {

	private static final TestCertificates TRUSTED = new TestCertificates("trusted");

	private static final Duration LONG = Duration.ofMinutes(1);

	private static final LockRequest REQUEST = LockRequest.of("secret").waitTime(LONG);

	@Test
	void everythingALockDoesGoesOverTls() {
		try (TestRedis redis = TestRedis.startTls(TRUSTED.server())) {
			application(redis).run((first) -> application(redis).run((second) -> {
				LockOperations here = first.getBean(LockOperations.class);
				LockOperations there = second.getBean(LockOperations.class);
				assertConnectionsOverTls(redis, 4);
				Lease lease = here.acquire(REQUEST);
				CompletableFuture<Lease> waiter = acquiring(there, REQUEST);
				Awaitility.await().until(() -> here.describe("secret").map(LockInfo::waiters).orElse(0) == 1);
				LeaseEnd.awaitRenewal(lease);
				long before = published(redis);
				lease.close();
				waiter.get(120, TimeUnit.SECONDS).close();
				assertThat(published(redis)).isGreaterThan(before);
				assertConnectionsOverTls(redis, 4);
			}));
		}
	}

	private static long published(TestRedis redis) {
		String stats = redis.info("commandstats").get("cmdstat_publish");
		return Long.parseLong(stats.substring("calls=".length(), stats.indexOf(',')));
	}

	// five servers
	@Tag("slow")
	@Test
	void mastersOfAQuorumAreTrustedAsTheApplicationTrusts() {
		try (TestRedis one = TestRedis.startTls(TRUSTED.server());
				TestRedis two = TestRedis.startTls(TRUSTED.server());
				TestRedis stranger = TestRedis.startTls(new TestCertificates("unknown").server())) {
			String nodes = Stream.of(one, two, stranger)
				.map((redis) -> "rediss://127.0.0.1:" + redis.tlsPort())
				.collect(Collectors.joining(","));
			application(one)
				.withPropertyValues("distributed-lock.redis.quorum.nodes=" + nodes,
						"distributed-lock.redis.restart-delay=0")
				.run((context) -> {
					LockOperations locks = context.getBean(LockOperations.class);
					locks.acquire(REQUEST).close();
					assertConnectionsOverTls(one, 2);
					assertConnectionsOverTls(two, 2);
					assertThat(stranger.cli("KEYS", "*")).as("it shows a certificate of another authority")
						.isEqualTo(List.of());
				});
		}
	}

	static Stream<Arguments> wrongCertificates() {
		return Stream.of(Arguments.of("of another authority", new TestCertificates("unknown").server()),
				Arguments.of("expired", TRUSTED.expired()), Arguments.of("of another host", TRUSTED.ofAnotherHost()));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("wrongCertificates")
	void wrongCertificateIsRefusedUntilTheRightOneIsShown(String what, ServerCertificate wrong, CapturedOutput output) {
		try (TestRedis redis = TestRedis.startTls(wrong)) {
			// a first handshake on a slow machine is within the command timeout
			application(redis)
				.withPropertyValues("distributed-lock.lease-time=30s", "distributed-lock.command-timeout=5s")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					LockOperations locks = context.getBean(LockOperations.class);
					for (LockRequest request : List.of(REQUEST.noWait(), REQUEST.waitTime(Duration.ofMillis(500)))) {
						assertThatExceptionOfType(LockUnavailableException.class)
							.isThrownBy(() -> locks.acquire(request))
							.withMessageContaining("TLS");
					}
					assertThat(LoggedWarnings.in(output)).singleElement().asString().contains("TLS");
					redis.show(TRUSTED.server());
					locks.acquire(REQUEST).close();
					assertConnectionsOverTls(redis, 2);
				});
		}
	}

	@Test
	void heldLockSurvivesACertificateThatIsWrongForLessThanItsLease() {
		try (TestRedis redis = TestRedis.startTls(TRUSTED.server())) {
			application(redis).withPropertyValues("distributed-lock.lease-time=2m").run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				Lease lease = locks.acquire(REQUEST);
				redis.show(TRUSTED.expired());
				for (String type : List.of("normal", "pubsub")) {
					redis.cli("CLIENT", "KILL", "TYPE", type);
				}
				Awaitility.await()
					.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
						.isThrownBy(() -> locks.describe("secret"))
						.withMessageContaining("TLS"));
				redis.show(TRUSTED.server());
				Awaitility.await()
					.ignoreExceptions()
					.until(() -> locks.describe("secret").orElseThrow().fencingToken() == lease.fencingToken());
				assertConnectionsOverTls(redis, 2);
				lease.close();
				assertThat(locks.describe("secret")).isEmpty();
			});
		}
	}

	@Test
	void clientAndServerThatDisagreeAboutTlsDoNotHangAndNameTls() {
		try (TestRedis redis = TestRedis.startTls(TRUSTED.server())) {
			application(redis).withPropertyValues("spring.data.redis.port=" + redis.port())
				.run((context) -> assertTlsIsNamed(context.getBean(LockOperations.class)));
			LockApplication.runner()
				.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + redis.tlsPort())
				.run((context) -> assertTlsIsNamed(context.getBean(LockOperations.class)));
		}
	}

	// a server that never shakes hands costs a whole timeout
	@Tag("slow")
	@Test
	void serverThatNeverShakesHandsIsTriedAgain() throws Exception {
		try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			silent.setSoTimeout((int) LONG.toMillis());
			application(silent.getLocalPort()).run((context) -> {
				assertUnavailable(context.getBean(LockOperations.class));
				List<Socket> attempts = new ArrayList<>();
				while (attempts.size() < 6) {
					attempts.add(silent.accept());
				}
				for (Socket attempt : attempts) {
					attempt.close();
				}
			});
		}
	}

	private static void assertTlsIsNamed(LockOperations locks) {
		// when the first attempt has had its time
		Awaitility.await()
			.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> locks.acquire(REQUEST.waitTime(Duration.ofMillis(500))))
				.withMessageContaining("TLS")
				.withMessageContaining("spring.data.redis.ssl"));
	}

	private static void assertUnavailable(LockOperations locks) {
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> locks.acquire(REQUEST.waitTime(Duration.ofMillis(500))));
	}

	private static ApplicationContextRunner application(TestRedis redis) {
		return application(redis.tlsPort());
	}

	private static ApplicationContextRunner application(int port) {
		return LockApplication.runner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + port,
					"spring.data.redis.ssl.bundle=redis",
					"spring.ssl.bundle.pem.redis.truststore.certificate=" + TRUSTED.authority(),
					"distributed-lock.lease-time=15s", "distributed-lock.command-timeout=2s");
	}

	private static CompletableFuture<Lease> acquiring(LockOperations locks, LockRequest request) {
		CompletableFuture<Lease> acquired = new CompletableFuture<>();
		new Thread(() -> {
			try {
				acquired.complete(locks.acquire(request));
			}
			catch (Throwable ex) {
				acquired.completeExceptionally(ex);
			}
		}).start();
		return acquired;
	}

	/**
	 * Half of them are subscribed, and none comes to the port without TLS, but the one
	 * that asks.
	 */
	private static void assertConnectionsOverTls(TestRedis redis, int connections) {
		int port = redis.tlsPort();
		Awaitility.await().untilAsserted(() -> {
			List<String> clients = String.valueOf(redis.cli("CLIENT", "LIST"))
				.lines()
				.filter((line) -> !line.contains("cmd=client|list"))
				.toList();
			assertThat(clients).hasSize(connections)
				.allMatch((line) -> line.contains(" laddr=127.0.0.1:" + port + " "));
			assertThat(clients).filteredOn((line) -> line.contains(" sub=1 ")).hasSize(connections / 2);
		});
	}

}
