package io.github.lockstarter.redis;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateExpiredException;

import javax.net.ssl.SSLHandshakeException;

import org.junit.jupiter.api.Test;

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

}
