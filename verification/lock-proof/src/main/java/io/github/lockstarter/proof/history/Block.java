package io.github.lockstarter.proof.history;

/**
 * Tokens that one grant reserved, and with them one ownership. A JVM passes it from
 * caller to caller, so it may be older than the operation that holds under it.
 *
 * @param owner the attempt that got them
 * @param first the first token
 * @param last the last token
 * @param asked when it was asked for
 * @param granted when the first word of it arrived
 * @param alone whether nobody else of its client had the same tokens: those who read at
 * the same time have, and whose block is whose is a guess then
 */
public record Block(Attempt owner, long first, long last, long asked, long granted, boolean alone) {

	boolean contains(long token) {
		return this.first <= token && token <= this.last;
	}

	/**
	 * The same grant, by a message and by an answer; or that of another one who reads.
	 */
	Block with(Block other) {
		return new Block(this.owner, this.first, Math.max(this.last, other.last), Math.min(this.asked, other.asked),
				Math.min(this.granted, other.granted), this.alone && this.owner == other.owner);
	}

}
