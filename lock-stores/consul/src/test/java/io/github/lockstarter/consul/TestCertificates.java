package io.github.lockstarter.consul;

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

	ServerCertificate server() {
		return shown(issue((certificate) -> certificate.addSanIpAddress("127.0.0.1").addSanDnsName("localhost")));
	}

	ServerCertificate ofAnotherHost() {
		return shown(issue((certificate) -> certificate.addSanDnsName("consul.example.org")));
	}

	X509Bundle client() {
		return issue((certificate) -> certificate.subject("CN=app"));
	}

	private ServerCertificate shown(X509Bundle issued) {
		return new ServerCertificate(issued.getCertificatePathPEM(), issued.getPrivateKeyPEM(), authority());
	}

	private X509Bundle issue(UnaryOperator<CertificateBuilder> change) {
		return build(() -> change.apply(valid().subject("CN=consul")).buildIssuedBy(this.authority));
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
