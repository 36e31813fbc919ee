package io.github.lockstarter.redis;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateExpiredException;

import javax.net.ssl.SSLHandshakeException;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.store.Moment;

import static org.assertj.core.api.Assertions.assertThat;

class OutageTests {

	@Test
	void firstCauseSpeaks() {
		assertThat(text(new IllegalStateException("outer", new IOException("Connection refused"))))
			.isEqualTo("Connection refused");
	}

	@Test
	void failureWithoutWordsIsNamed() {
		assertThat(text(new ClosedChannelException())).isEqualTo("ClosedChannelException");
	}

	@Test
	void refusedCertificateIsSaidOfTls() {
		SSLHandshakeException handshake = new SSLHandshakeException("handshake");
		handshake.initCause(new CertificateExpiredException("NotAfter: yesterday"));
		assertThat(text(new IllegalStateException(handshake)))
			.isEqualTo("TLS failed (spring.data.redis.ssl.*): NotAfter: yesterday");
	}

	@ParameterizedTest
	@CsvSource({ "redis://a, Connection closed prematurely, wants TLS: spring.data.redis.ssl.enabled",
			"redis://a, Connection reset by peer, wants TLS: spring.data.redis.ssl.enabled",
			"rediss://a, Connection initialization timed out after 5 second(s), TLS failed (spring.data.redis.ssl.*)" })
	void sidesThatDisagreeAboutTlsAreToldOfIt(String uri, String said, String meaning) {
		Throwable failure = new IllegalStateException(new RedisCommandTimeoutException(said));
		assertThat(text(TlsMismatch.explained(RedisURI.create(uri), failure))).contains(meaning).contains(said);
	}

	@ParameterizedTest
	@CsvSource({ "rediss://a, Connection refused", "redis://a, Connection refused",
			"redis://a, Connection initialization timed out after 5 second(s)" })
	void otherFailuresAreNotOfTls(String uri, String said) {
		Throwable failure = new IOException(said);
		assertThat(TlsMismatch.explained(RedisURI.create(uri), failure)).isSameAs(failure);
	}

	@Test
	void failureThatHasLostItsReasonRepeatsTheOneBefore() {
		Outage before = Outage.since(new Moment(0, 0), "NOAUTH");
		assertThat(before.because(new IOException(new IllegalStateException("RedisHandshakeHandler not registered"))))
			.isEqualTo(before);
	}

	@ParameterizedTest
	@CsvSource({ "WRONGPASS invalid username-password pair or user is disabled., the user or the password is wrong",
			"NOAUTH HELLO must be called with the client already authenticated., Redis requires a password",
			"ERR AUTH <password> called without any password configured., Redis has no password for this user" })
	void refusedCredentialsAreSaidWithTheirProperties(String error, String meaning) {
		String text = text(new IllegalStateException(new RedisCommandExecutionException(error)));
		assertThat(text).startsWith(meaning + " (spring.data.redis.username, spring.data.redis.password;")
			.endsWith(error.substring(0, error.length() - 1));
		assertThat(Outage.isRefused(text)).isTrue();
		assertThat(Outage.isRefused("Connection refused")).isFalse();
	}

	private static String text(Throwable failure) {
		return Outage.since(new Moment(0, 0), "").because(failure).trouble();
	}

	@Test
	void textThatNamesItsPropertyIsKnownWhereItIsQuoted() {
		assertThat(Outage.namesProperty(
				"no connection: " + text(new RuntimeException(new SSLHandshakeException("NotAfter: yesterday")))))
			.isTrue();
		assertThat(Outage.namesProperty("no connection: " + text(new RuntimeException("NOAUTH needed")))).isTrue();
		assertThat(Outage.namesProperty("no connection: Connection refused")).isFalse();
	}

}
