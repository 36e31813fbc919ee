package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;

/**
 * What the store gave to this JVM: an owner id with a block of fencing tokens. A turn of
 * callers of this JVM uses them up one by one.
 *
 * @param id the attempt that owns the lock
 * @param firstToken the first token of the block
 * @param token the token of the present holder
 * @param lastToken the last token of the block, never to be passed
 * @param begin when the store gave it, at the latest
 * @param contested whether it was waited for in the store: others may wait there, too
 */
record Ownership(String id, long firstToken, long token, long lastToken, Moment begin, boolean contested) {

	/**
	 * What was given at once.
	 */
	Ownership(String id, long firstToken, long token, long lastToken, Moment begin) {
		this(id, firstToken, token, lastToken, begin, false);
	}

	/**
	 * The ownership of the next holder in this JVM.
	 * @return the same with the next token, or {@code null} if the block is used up
	 */
	@Nullable Ownership next() {
		return (this.token < this.lastToken)
				? new Ownership(this.id, this.firstToken, this.token + 1, this.lastToken, this.begin, this.contested)
				: null;
	}

	/**
	 * How often it was passed on so far.
	 */
	long passes() {
		return this.token - this.firstToken;
	}

}
