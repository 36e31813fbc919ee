package io.github.lockstarter.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;
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
import io.github.lockstarter.etcd.autoconfigure.EtcdLockAutoConfiguration;
import io.github.lockstarter.test.EtcdMembers;
import io.github.lockstarter.test.ServerCertificate;
import io.github.lockstarter.test.TestCertificates;
import io.github.lockstarter.test.TestEtcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A real etcd over TLS, where there is one, configured as Spring Boot's users do.
 */
// an etcd is not on every machine; the default build has the model of one
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class EtcdTlsTests {

	private static final TestCertificates TRUSTED = new TestCertificates("trusted");

	private static final String TLS_FAILED = "TLS failed (distributed-lock.etcd.ssl-bundle): ";

	// Who speaks no TLS answers what is none, or hangs up, as one that goes away does
	private static final Pattern NO_TLS = Pattern
		.compile(Pattern.quote(TLS_FAILED) + "|: Remote host terminated the handshake");

	// In TLS 1.3 who shows a wrong one is told after the handshake: it may hear that the
	// member has hung up before it reads why
	private static final Pattern NO_CLIENT = Pattern
		.compile(Pattern.quote(TLS_FAILED) + "|: HTTP/1.1 header parser received no bytes");

	private static final LockRequest REQUEST = LockRequest.of("secret").waitTime(Duration.ofMinutes(1));

	@TempDir
	private Path directory;

	private EtcdMembers etcd;

	@AfterEach
	void end() {
		if (this.etcd != null) {
			this.etcd.close();
		}
	}

	@Test
	void locksGoOverTls() {
		this.etcd = TestEtcd.startTls(options(TRUSTED.server()));
		application().run((first) -> application()
			.run((second) -> handOver(first.getBean(LockOperations.class), second.getBean(LockOperations.class))));
	}

	@Test
	void applicationShowsItsCertificateWhereClientsNeedOne() {
		this.etcd = TestEtcd.startTls(optionsWithClients(TRUSTED.server()));
		ApplicationContextRunner application = showing(TRUSTED.client());
		application.run((first) -> application
			.run((second) -> handOver(first.getBean(LockOperations.class), second.getBean(LockOperations.class))));
	}

	@Test
	void applicationThatShowsNoneOrOneOfAStrangerIsRefusedInWords(CapturedOutput output) {
		this.etcd = TestEtcd.startTls(optionsWithClients(TRUSTED.server()));
		refused(application(), NO_CLIENT, output);
		refused(showing(new TestCertificates("unknown").client()), NO_CLIENT, output);
	}

	// Its gateway asks itself, and shows its own certificate. The words are those of the
	// member, and not always the same. Without TLS it could ask itself from etcd 3.5 on
	@Test
	void memberThatMayBeNoClientOfItselfIsToldAtTheStart(CapturedOutput output) {
		this.etcd = TestEtcd.startOnlyTls(optionsWithClients(TRUSTED.serverThatMayBeNoClient()));
		refused(showing(TRUSTED.client()), "cannot be reached", output);
	}

	@Test
	void serverOfAnotherAuthorityIsToldAtTheStart(CapturedOutput output) {
		ServerCertificate stranger = new TestCertificates("unknown").server();
		this.etcd = TestEtcd.startTls(options(stranger));
		refused(application(), TLS_FAILED, output);
		assertThat(output).contains("unable to find valid certification path");
	}

	@Test
	void serverOfAnotherHostIsToldAtTheStart(CapturedOutput output) {
		this.etcd = TestEtcd.startTls(options(TRUSTED.ofAnotherHost()));
		refused(application(), TLS_FAILED, output);
		assertThat(output).contains("No subject alternative names matching IP address 127.0.0.1");
	}

	@Test
	void withoutABundleTheJvmSaysWhoIsTrusted(CapturedOutput output) {
		this.etcd = TestEtcd.startTls(options(TRUSTED.server()));
		refused(runner(this.etcd.tlsEndpoint()), TLS_FAILED, output);
	}

	@Test
	void addressWithTheOtherSchemeIsToldAtTheStart(CapturedOutput output) {
		this.etcd = TestEtcd.startTls(options(TRUSTED.server()));
		refused(runner(this.etcd.endpoints().get(0).replace("http:", "https:")), NO_TLS, output);
		refused(runner(this.etcd.tlsEndpoint().replace("https:", "http:")), "cannot be reached", output);
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

	// The options of an etcd that shows a certificate.
	private String[] options(ServerCertificate shown) {
		return new String[] { "--cert-file", file("server.pem", shown.chain()), "--key-file",
				file("server.key", shown.privateKey()) };
	}

	// Those of one that wants to see a certificate of its authority besides.
	private String[] optionsWithClients(ServerCertificate shown) {
		String[] server = options(shown);
		return new String[] { server[0], server[1], server[2], server[3], "--client-cert-auth", "--trusted-ca-file",
				file("authority.pem", TRUSTED.authority()) };
	}

	private String file(String name, String content) {
		try {
			return Files.writeString(this.directory.resolve(name), content).toString();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * It starts, says why it has no locks, and has none.
	 */
	private static void refused(ApplicationContextRunner application, String why, CapturedOutput output) {
		refused(application, Pattern.compile(Pattern.quote(why)), output);
	}

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
		return runner(this.etcd.tlsEndpoint()).withPropertyValues("distributed-lock.etcd.ssl-bundle=etcd",
				"spring.ssl.bundle.pem.etcd.truststore.certificate=" + TRUSTED.authority());
	}

	private ApplicationContextRunner showing(X509Bundle client) {
		return application().withPropertyValues(
				"spring.ssl.bundle.pem.etcd.keystore.certificate=" + client.getCertificatePathPEM(),
				"spring.ssl.bundle.pem.etcd.keystore.private-key=" + client.getPrivateKeyPEM());
	}

	private static ApplicationContextRunner runner(String endpoint) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, EtcdLockAutoConfiguration.class,
					LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.etcd.endpoints=" + endpoint, "distributed-lock.etcd.session-ttl=30s");
	}

}
