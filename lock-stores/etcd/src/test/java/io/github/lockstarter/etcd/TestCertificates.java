package io.github.lockstarter.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

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
	 * Of a server on this machine, as etcd's documents make them: it may be a client as
	 * well.
	 */
	X509Bundle server() {
		return issue((certificate) -> certificate.addSanIpAddress("127.0.0.1").addSanDnsName("localhost"));
	}

	X509Bundle serverThatMayBeNoClient() {
		return issue((certificate) -> certificate.addSanIpAddress("127.0.0.1").addExtendedKeyUsageServerAuth());
	}

	X509Bundle ofAnotherHost() {
		return issue((certificate) -> certificate.addSanDnsName("etcd.example.org"));
	}

	X509Bundle client() {
		return issue((certificate) -> certificate.subject("CN=app"));
	}

	private X509Bundle issue(UnaryOperator<CertificateBuilder> change) {
		return build(() -> change.apply(valid().subject("CN=etcd")).buildIssuedBy(this.authority));
	}

	/**
	 * The options of an etcd that shows a certificate.
	 * @param shown its certificate
	 * @param directory where its files go
	 */
	static String[] options(X509Bundle shown, Path directory) {
		return new String[] { "--cert-file", file(directory, "server.pem", shown.getCertificatePathPEM()), "--key-file",
				file(directory, "server.key", shown.getPrivateKeyPEM()) };
	}

	/**
	 * The options of one that wants to see a certificate of this authority besides.
	 */
	String[] optionsWithClients(X509Bundle shown, Path directory) {
		String[] server = options(shown, directory);
		return new String[] { server[0], server[1], server[2], server[3], "--client-cert-auth", "--trusted-ca-file",
				file(directory, "authority.pem", authority()) };
	}

	private static String file(Path directory, String name, String content) {
		try {
			return Files.writeString(directory.resolve(name), content).toString();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
