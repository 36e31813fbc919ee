package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;

/**
 * What the store granted to this JVM: an owner id and a block of fencing tokens, which
 * the local callers of one turn use up one by one.
 *
 * @param id the attempt that owns the lock
 * @param firstToken the first token of the block
 * @param token the token of the present holder
 * @param lastToken the last token of the block, never to be exceeded
 * @param begin a moment at which the store had granted it
 * @param contested whether the grant was waited for in the store: other instances may
 * wait, too
 */
record Ownership(String id, long firstToken, long token, long lastToken, Moment begin, boolean contested) {

	Ownership(String id, long firstToken, long token, long lastToken, Moment begin) {
		this(id, firstToken, token, lastToken, begin, false);
	}

	// Null if the block is used up.
	@Nullable Ownership next() {
		return (this.token < this.lastToken)
				? new Ownership(this.id, this.firstToken, this.token + 1, this.lastToken, this.begin, this.contested)
				: null;
	}

	long passes() {
		return this.token - this.firstToken;
	}

}
