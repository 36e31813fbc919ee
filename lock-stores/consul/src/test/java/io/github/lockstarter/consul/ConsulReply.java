package io.github.lockstarter.consul;

/**
 * An answer of Consul.
 *
 * @param status the HTTP status
 * @param index the raft index, zero for none
 * @param body the body
 */
public record ConsulReply(int status, long index, String body) {

	/**
	 * The answer of a server without a leader.
	 */
	public static final ConsulReply NO_LEADER = new ConsulReply(500, 0, "No cluster leader");

	static ConsulReply ok(String body) {
		return new ConsulReply(200, 0, body);
	}

}
