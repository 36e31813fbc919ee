package io.github.lockstarter.etcd;

/**
 * An answer of etcd's gateway.
 *
 * @param status the status of HTTP
 * @param body what comes with it
 */
public record EtcdAnswer(int status, String body) {

	/**
	 * The answer of a member that cannot do what it is asked for.
	 * @param message what it says
	 * @return the answer
	 */
	public static EtcdAnswer unavailable(String message) {
		return new EtcdAnswer(503, new EtcdRefusal(503, 14, message).body());
	}

}
