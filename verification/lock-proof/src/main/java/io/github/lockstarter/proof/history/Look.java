package io.github.lockstarter.proof.history;

/**
 * One read of the protected resource by an operation that shares its lock.
 *
 * @param nanos when the resource had answered
 * @param value the value, negative if the resource refused
 */
public record Look(long nanos, long value) {

	/**
	 * Whether the resource had seen an owner with a larger token.
	 * @return whether it refused
	 */
	public boolean isRefused() {
		return this.value < 0;
	}

}
