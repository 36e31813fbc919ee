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
 */
public record Block(Attempt owner, long first, long last, long asked, long granted) {

	boolean contains(long token) {
		return this.first <= token && token <= this.last;
	}

	/**
	 * The same grant, by a message and by an answer.
	 */
	Block with(Block other) {
		return new Block(this.owner, this.first, Math.max(this.last, other.last), Math.min(this.asked, other.asked),
				Math.min(this.granted, other.granted));
	}

}
