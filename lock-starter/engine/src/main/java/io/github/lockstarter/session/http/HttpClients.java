package io.github.lockstarter.session.http;

import java.net.http.HttpClient;

/**
 * Creates the HTTP clients of one instance; replaceable for tests.
 */
@FunctionalInterface
public interface HttpClients {

	/**
	 * Creates clients of the JDK.
	 */
	HttpClients OF_THE_JDK = HttpClient.Builder::build;

	/**
	 * Creates a client, at each start and when the connections of the last one may be
	 * dead.
	 * @param settings its connect timeout, TLS configuration and executor
	 * @return the client
	 */
	HttpClient make(HttpClient.Builder settings);

}
