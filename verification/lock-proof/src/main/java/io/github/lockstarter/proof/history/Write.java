package io.github.lockstarter.proof.history;

/**
 * One read and write of the protected resource.
 *
 * @param nanos when the resource had answered
 * @param operation who wrote
 * @param token with which fencing token, zero without
 * @param read the value that was read
 * @param written the value that was written, negative if the resource refused
 */
public record Write(long nanos, Operation operation, long token, long read, long written) {

	/**
	 * Whether the resource took it.
	 * @return whether it was written
	 */
	public boolean isAccepted() {
		return this.written >= 0;
	}

}
