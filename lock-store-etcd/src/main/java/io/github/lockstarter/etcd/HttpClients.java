package io.github.lockstarter.etcd;

import java.net.http.HttpClient;

/**
 * Makes what sends the requests of one instance: the seam under the way to etcd.
 */
@FunctionalInterface
public interface HttpClients {

	/**
	 * What the JDK makes.
	 */
	HttpClients OF_THE_JDK = HttpClient.Builder::build;

	/**
	 * Makes one, for each start, and in place of one whose connections may be dead.
	 * @param settings how it is to be: its time to connect, its TLS, and which thread
	 * handles what comes
	 * @return the client
	 */
	HttpClient make(HttpClient.Builder settings);

}
