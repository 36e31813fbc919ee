package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import io.netty.pkitesting.X509Bundle;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
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
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.consul.autoconfigure.ConsulLockAutoConfiguration;
import io.github.lockstarter.test.ConsulMembers;
import io.github.lockstarter.test.TestCertificates;
import io.github.lockstarter.test.TestConsul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A real Consul over TLS, if there is one, with an authority of its own, configured by an
 * SSL bundle of Spring Boot.
 */
// Not every machine has a Consul; the default build has its model.
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class ConsulTlsTests {

	private static final TestCertificates TRUSTED = new TestCertificates("trusted");

	private static final String TLS_FAILED = "TLS failed (distributed-lock.consul.ssl-bundle): ";

	// A server without TLS answers plain HTTP, or closes the connection.
	private static final Pattern NO_TLS = Pattern
		.compile(Pattern.quote(TLS_FAILED) + "|: Remote host terminated the handshake");

	// With TLS 1.3 the server refuses a certificate after the handshake: the client may
	// see a closed connection before it reads the reason.
	private static final Pattern NO_CLIENT = Pattern
		.compile(Pattern.quote(TLS_FAILED) + "|: HTTP/1.1 header parser received no bytes");

	private static final LockRequest REQUEST = LockRequest.of("secret").waitTime(Duration.ofMinutes(1));

	private ConsulMembers consul;

	@AfterEach
	void end() {
		if (this.consul != null) {
			this.consul.close();
		}
	}

	@Test
	void locksAndBlockingQueriesUseTls() {
		this.consul = TestConsul.startTls(TRUSTED.server(), false);
		application().run((first) -> application()
			.run((second) -> handOver(first.getBean(LockOperations.class), second.getBean(LockOperations.class))));
	}

	@Test
	void applicationShowsItsCertificateIfConsulVerifiesClients() {
		this.consul = TestConsul.startTls(TRUSTED.server(), true);
		ApplicationContextRunner application = showing(TRUSTED.client());
		application.run((first) -> application
			.run((second) -> handOver(first.getBean(LockOperations.class), second.getBean(LockOperations.class))));
	}

	@Test
	void applicationWithoutACertificateOrWithOneOfAnotherAuthorityIsRefused(CapturedOutput output) {
		this.consul = TestConsul.startTls(TRUSTED.server(), true);
		refused(application(), NO_CLIENT, output);
		refused(showing(new TestCertificates("unknown").client()), NO_CLIENT, output);
	}

	@Test
	void serverOfAnotherAuthorityIsRefused(CapturedOutput output) {
		this.consul = TestConsul.startTls(new TestCertificates("unknown").server(), false);
		refused(application(), quoted(TLS_FAILED), output);
		assertThat(output).contains("unable to find valid certification path");
	}

	@Test
	void serverOfAnotherHostIsRefused(CapturedOutput output) {
		this.consul = TestConsul.startTls(TRUSTED.ofAnotherHost(), false);
		refused(application(), quoted(TLS_FAILED), output);
		assertThat(output).contains("No subject alternative names matching IP address 127.0.0.1");
	}

	@Test
	void withoutABundleTheTrustStoreOfTheJvmDecides(CapturedOutput output) {
		this.consul = TestConsul.startTls(TRUSTED.server(), false);
		refused(runner(this.consul.tlsEndpoint()), quoted(TLS_FAILED), output);
	}

	@Test
	void addressWithTheOtherSchemeIsNamed(CapturedOutput output) {
		this.consul = TestConsul.startTls(TRUSTED.server(), false);
		refused(runner(this.consul.endpoints().get(0).replace("http:", "https:")), NO_TLS, output);
		refused(runner(this.consul.tlsEndpoint().replace("https:", "http:")),
				quoted("Client sent an HTTP request to an HTTPS server"), output);
	}

	private static Pattern quoted(String text) {
		return Pattern.compile(Pattern.quote(text));
	}

	private static void handOver(LockOperations here, LockOperations there) throws Exception {
		Lease lease = here.acquire(REQUEST);
		CompletableFuture<Lease> waiter = CompletableFuture.supplyAsync(() -> there.acquire(REQUEST));
		Awaitility.await().until(() -> here.describe("secret").map(LockInfo::waiters).orElse(0) == 1);
		lease.close();
		try (Lease next = waiter.get(120, TimeUnit.SECONDS)) {
			assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
		}
	}

	/**
	 * It starts, logs why it has no locks, and each caller gets the reason.
	 */
	private static void refused(ApplicationContextRunner application, Pattern why, CapturedOutput output) {
		int before = output.getAll().length();
		application.withPropertyValues("distributed-lock.start-timeout=0").run((context) -> {
			assertThat(context).hasNotFailed();
			Awaitility.await()
				.untilAsserted(() -> assertThat(output.getAll().substring(before).lines())
					.anyMatch((line) -> line.contains("WARN") && line.contains("cannot be reached: ")
							&& why.matcher(line).find()));
			LockOperations locks = context.getBean(LockOperations.class);
			Awaitility.await()
				.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> locks.acquire(REQUEST.waitTime(Duration.ofMillis(200))))
					.satisfies((refused) -> assertThat(refused.getMessage()).containsPattern(why)));
		});
	}

	private ApplicationContextRunner application() {
		return runner(this.consul.tlsEndpoint()).withPropertyValues("distributed-lock.consul.ssl-bundle=consul",
				"spring.ssl.bundle.pem.consul.truststore.certificate=" + TRUSTED.authority());
	}

	private ApplicationContextRunner showing(X509Bundle client) {
		return application().withPropertyValues(
				"spring.ssl.bundle.pem.consul.keystore.certificate=" + client.getCertificatePathPEM(),
				"spring.ssl.bundle.pem.consul.keystore.private-key=" + client.getPrivateKeyPEM());
	}

	private static ApplicationContextRunner runner(String endpoint) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, ConsulLockAutoConfiguration.class,
					LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.consul.endpoints=" + endpoint,
					"distributed-lock.consul.session-ttl=30s");
	}

}
