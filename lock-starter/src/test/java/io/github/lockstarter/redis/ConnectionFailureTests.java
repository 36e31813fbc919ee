package io.github.lockstarter.redis;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateExpiredException;

import javax.net.ssl.SSLHandshakeException;

import io.lettuce.core.RedisCommandExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionFailureTests {

	@Test
	void firstCauseSpeaks() {
		assertThat(
				ConnectionFailure.text(new IllegalStateException("outer", new IOException("Connection refused")), ""))
			.isEqualTo("Connection refused");
	}

	@Test
	void failureWithoutWordsIsNamed() {
		assertThat(ConnectionFailure.text(new ClosedChannelException(), "")).isEqualTo("ClosedChannelException");
	}

	@Test
	void refusedCertificateIsSaidOfTls() {
		SSLHandshakeException handshake = new SSLHandshakeException("handshake");
		handshake.initCause(new CertificateExpiredException("NotAfter: yesterday"));
		assertThat(ConnectionFailure.text(new IllegalStateException(handshake), ""))
			.isEqualTo("TLS failed (spring.data.redis.ssl.*): NotAfter: yesterday");
	}

	@Test
	void failureThatHasLostItsReasonRepeatsTheOneBefore() {
		assertThat(ConnectionFailure
			.text(new IOException(new IllegalStateException("RedisHandshakeHandler not registered")), "NOAUTH"))
			.isEqualTo("NOAUTH");
	}

	@ParameterizedTest
	@CsvSource({ "WRONGPASS invalid username-password pair or user is disabled., the user or the password is wrong",
			"NOAUTH HELLO must be called with the client already authenticated., Redis wants a password",
			"ERR AUTH <password> called without any password configured., Redis has no password for this user" })
	void refusedCredentialsAreSaidWithTheirProperties(String error, String meaning) {
		String text = ConnectionFailure.text(new IllegalStateException(new RedisCommandExecutionException(error)), "");
		assertThat(text).startsWith(meaning + " (spring.data.redis.username, spring.data.redis.password;")
			.endsWith(error.substring(0, error.length() - 1));
		assertThat(ConnectionFailure.isRefused(text)).isTrue();
		assertThat(ConnectionFailure.isRefused("Connection refused")).isFalse();
	}

	@Test
	void textThatNamesItsPropertyIsKnownWhereItIsQuoted() {
		assertThat(ConnectionFailure.namesProperty("no connection: "
				+ ConnectionFailure.text(new RuntimeException(new SSLHandshakeException("NotAfter: yesterday")), "")))
			.isTrue();
		assertThat(ConnectionFailure
			.namesProperty("no connection: " + ConnectionFailure.text(new RuntimeException("NOAUTH needed"), "")))
			.isTrue();
		assertThat(ConnectionFailure.namesProperty("no connection: Connection refused")).isFalse();
	}

}
