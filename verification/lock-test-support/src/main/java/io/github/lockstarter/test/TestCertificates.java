package io.github.lockstarter.test;

import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

/**
 * A certificate authority of a test, and the certificates that it issues. A module that
 * uses it depends on {@code netty-pkitesting} itself.
 */
public final class TestCertificates {

	private final X509Bundle authority;

	/**
	 * Creates the authority.
	 * @param name its name
	 */
	public TestCertificates(String name) {
		this.authority = build(() -> valid().subject("CN=" + name).setIsCertificateAuthority(true).buildSelfSigned());
	}

	/**
	 * The certificate of the authority itself.
	 * @return it in PEM
	 */
	public String authority() {
		return this.authority.getCertificatePEM();
	}

	/**
	 * Of a server on this machine. It may be a client as well.
	 * @return a certificate that a client has no reason to refuse
	 */
	public ServerCertificate server() {
		return shown((certificate) -> certificate.addSanIpAddress("127.0.0.1").addSanDnsName("localhost"));
	}

	/**
	 * Of a server on this machine that may be no client.
	 * @return the certificate
	 */
	public ServerCertificate serverThatMayBeNoClient() {
		return shown((certificate) -> certificate.addSanIpAddress("127.0.0.1").addExtendedKeyUsageServerAuth());
	}

	/**
	 * Of a server with another name than this machine.
	 * @return the certificate
	 */
	public ServerCertificate ofAnotherHost() {
		return shown((certificate) -> certificate.addSanDnsName("server.example.org"));
	}

	/**
	 * Of a server on this machine, no longer valid.
	 * @return the certificate
	 */
	public ServerCertificate expired() {
		return shown((certificate) -> certificate.addSanIpAddress("127.0.0.1")
			.notBefore(Instant.now().minus(Duration.ofDays(9)))
			.notAfter(Instant.now().minus(Duration.ofDays(2))));
	}

	/**
	 * Of a client.
	 * @return the certificate
	 */
	public X509Bundle client() {
		return issue((certificate) -> certificate.subject("CN=app"));
	}

	private ServerCertificate shown(UnaryOperator<CertificateBuilder> change) {
		X509Bundle issued = issue(change);
		return new ServerCertificate(issued.getCertificatePathPEM(), issued.getPrivateKeyPEM(), authority());
	}

	private X509Bundle issue(UnaryOperator<CertificateBuilder> change) {
		return build(() -> change.apply(valid().subject("CN=server")).buildIssuedBy(this.authority));
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
