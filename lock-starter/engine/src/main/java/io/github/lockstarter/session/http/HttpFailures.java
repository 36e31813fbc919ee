package io.github.lockstarter.session.http;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * What the failure of a connection says.
 */
final class HttpFailures {

	private HttpFailures() {
	}

	// TLS failures have their reason in a cause.
	static String words(Throwable failure, String sslProperty) {
		String said = (failure.getMessage() != null) ? ": " + failure.getMessage() : "";
		boolean tls = false;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			tls |= cause instanceof SSLException;
			if (cause instanceof EOFException || cause instanceof SocketException) {
				// A closed connection says nothing about TLS.
				return said;
			}
		}
		return tls ? ": TLS failed (" + sslProperty + ")" + said : said;
	}

	static boolean isBeforeSending(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
					|| cause instanceof UnresolvedAddressException || cause instanceof SSLHandshakeException) {
				return true;
			}
		}
		return false;
	}

}
