package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

import io.github.lockstarter.test.ServerCertificate;

/**
 * A certificate authority of a test, and the certificates that it issues.
 */
final class TestCertificates {

	private final X509Bundle authority;

	TestCertificates(String name) {
		this.authority = build(() -> valid().subject("CN=" + name).setIsCertificateAuthority(true).buildSelfSigned());
	}

	/**
	 * The certificate of the authority itself.
	 */
	String authority() {
		return this.authority.getCertificatePEM();
	}

	/**
	 * One that a client has no reason to refuse.
	 */
	ServerCertificate right() {
		return issue((certificate) -> certificate.addSanIpAddress("127.0.0.1").addSanDnsName("localhost"));
	}

	ServerCertificate ofAnotherHost() {
		return issue((certificate) -> certificate.addSanDnsName("redis.example.org"));
	}

	ServerCertificate expired() {
		return issue((certificate) -> certificate.addSanIpAddress("127.0.0.1")
			.notBefore(Instant.now().minus(Duration.ofDays(9)))
			.notAfter(Instant.now().minus(Duration.ofDays(2))));
	}

	private ServerCertificate issue(UnaryOperator<CertificateBuilder> change) {
		X509Bundle issued = build(() -> change.apply(valid().subject("CN=redis")).buildIssuedBy(this.authority));
		return new ServerCertificate(issued.getCertificatePathPEM(), issued.getPrivateKeyPEM(), authority());
	}

	private static CertificateBuilder valid() {
		return new CertificateBuilder().ecp256()
			.notBefore(Instant.now().minus(Duration.ofDays(1)))
			.notAfter(Instant.now().plus(Duration.ofDays(1)));
	}

	private static X509Bundle build(Certifying certifying) {
		try {
			return certifying.certify();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Makes a certificate.
	 */
	private interface Certifying {

		X509Bundle certify() throws Exception;

	}

}
